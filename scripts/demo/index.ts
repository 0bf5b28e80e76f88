import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { progressBar } from '../../tools/progress.ts'
import { loadDemo } from './load.ts'

/** Loads the short demo, from which tests begin, into a running server, or into the data folder when none runs. */
async function main(): Promise<void> {
  const env = readEnv()
  const backend = await openBackend(env, {
    origin: env.APP_ORIGIN ?? `http://localhost:${env.PORT}`,
    as: 'tool',
  })
  const started = performance.now()
  try {
    await loadDemo(backend, progressBar(process.stdout))
    console.log(
      `The demo companies are loaded (${((performance.now() - started) / 1000).toFixed(1)} s).`,
    )
  } finally {
    await backend.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
