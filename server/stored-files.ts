import type { Logger } from 'pino'
import type { Backend } from './backend.ts'

const TIMEOUT_MS = 10_000

/** Says in the log which stored files the database names and the data folder lacks. Everything else works without them. */
export async function tellMissingFiles(backend: Backend, log: Logger): Promise<void> {
  if (!backend.folder) return
  const response = await backend
    .fetch(new URL('/kalakal/v1/health?files=missing', backend.url), {
      headers: { apikey: backend.secretKey },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    .catch(() => null)
  if (!response?.ok) return
  const { named, missing } = (await response.json()) as { named: number; missing: string[] }
  if (missing.length === 0) return
  log.warn(
    { missing: missing.length, named, files: missing.slice(0, 5) },
    `${missing.length} of ${named} stored files are missing in ${backend.folder}/storage. Restore them from a backup: docs/operations.md, "Backup and restore".`,
  )
}
