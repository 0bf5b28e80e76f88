import path from 'node:path'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { progressBar } from '../../tools/progress.ts'
import { loadNorthwind } from './load.ts'
import { planNorthwind } from './plan.ts'
import { hasNorthwind, northwindFolder, readTables } from './tables.ts'

/** Holds public credentials, like those of the demo company. */
const PASSWORD = 'Kalakal-demo-2026'

/** `npm run demo:northwind [-- folder]` loads into a running server, or into the data folder when none runs. */
async function main() {
  const [argument] = process.argv.slice(2)
  const folder = argument ? path.resolve(argument) : northwindFolder()
  if (!hasNorthwind(folder))
    throw new Error(
      `${folder ? `No Northwind data set in ${folder}.` : 'No folder is named.'} Give that of the Northwind data set: npm run demo:northwind -- <folder>, or NORTHWIND_DIR.`,
    )
  const env = readEnv()
  const origin = env.APP_ORIGIN ?? `http://localhost:${env.PORT}`
  const backend = await openBackend(env, { origin, as: 'tool' })
  try {
    const { added, seconds } = await loadNorthwind({
      backend,
      plan: planNorthwind(readTables(folder)),
      admin: {
        email: process.env.NORTHWIND_ADMIN_EMAIL || 'admin@demo.test',
        password: process.env.NORTHWIND_ADMIN_PASSWORD || PASSWORD,
      },
      password: PASSWORD,
      onProgress: progressBar(process.stdout),
    })
    console.log(
      added === 0
        ? `Northwind Traders was loaded already: nothing added (${seconds.toFixed(1)} s).`
        : `Northwind Traders: ${added.toLocaleString('en-US')} steps in ${seconds.toFixed(1)} s.`,
    )
    console.log(
      `Sign in as general-manager@northwind.test, finance-admin@…, sales-admin@…, invoice-admin@… or special-access-1@…, password ${PASSWORD}.`,
    )
  } finally {
    await backend.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
