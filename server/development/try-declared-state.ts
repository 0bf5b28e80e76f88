import path from 'node:path'
import { openSecrets } from '../data-folder.ts'
import { startEmbedded } from '../embedded-supabase/client.ts'

/** Makes the declared state in an empty database in memory, for `npm run dev`; fails with the statement that PostgreSQL refuses. */
async function main(): Promise<void> {
  const { jwtSecret, publishableKey, secretKey } = await openSecrets(null)
  const embedded = await startEmbedded({
    folder: null,
    filesInDatabase: false,
    databaseUrl: null,
    supabase: path.resolve('supabase'),
    jwtSecret,
    signingKeys: null,
    publishableKey,
    secretKey,
    origin: 'http://localhost',
    smtpUrl: null,
    mailFrom: 'dev@localhost',
    silenceMs: 300_000,
    diskReserveMiB: 0,
  })
  await embedded.close()
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
