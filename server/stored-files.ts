import type { Logger } from 'pino'
import type { Backend } from './backend.ts'

const TIMEOUT_MS = 10_000

interface Answer {
  named: number
  missing: string[]
}

/** Says in the log which stored files the database names and the data folder lacks. Everything else works without them. */
export async function tellMissingFiles(backend: Backend, log: Logger): Promise<void> {
  if (!backend.folder) return
  const answer = await backend
    .fetch(new URL('/kalakal/v1/health?files=missing', backend.url), {
      headers: { apikey: backend.secretKey },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    .then((response) => (response.ok ? (response.json() as Promise<Answer>) : null))
    .catch(() => null)
  if (!answer || answer.missing.length === 0) return
  const { named, missing } = answer
  log.warn(
    { missing: missing.length, named, files: missing.slice(0, 5) },
    `${missing.length} of ${named} stored files are missing in ${backend.folder}/storage. Restore them from a backup: docs/operations.md, "Backup and restore".`,
  )
}
