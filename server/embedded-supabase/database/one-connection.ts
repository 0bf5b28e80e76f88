import type { PgliteDriver } from '../api/lite-internals.ts'
import { isTableQuery, queryInBatches } from './batches.ts'
import { callContext } from './call-context.ts'

/**
 * Keeps PGlite's one connection usable for one transaction after the other: parameters that it could not send are
 * put right, and a transaction that cannot be rolled back, in which all that follows would fail, is reported.
 *
 * @param lost called then: only a new start helps.
 *
 * Upstream: https://github.com/electric-sql/pglite/issues/956 (one connection only), docs/upstream/pglite-parameters.md.
 */
export function serializeTransactions(driver: PgliteDriver, lost: () => void): void {
  // It learns the types of lists from the database. That it cannot be opened is told to the first who asks.
  driver.waitReady.then(
    () => writeText(driver.serializers),
    () => {},
  )
  const query = driver.query.bind(driver)
  const ask = query as (text: string, params?: readonly unknown[]) => Promise<{ rows: unknown[] }>
  Object.assign(driver, {
    async query(text: string, params?: unknown[], options?: unknown) {
      try {
        const given = params && sendable(params)
        const batched = callContext.getStore()?.external === true && isTableQuery(text)
        return batched ? await queryInBatches(ask, text, given) : await query(text, given, options)
      } catch (error) {
        // After what its memory or its files did not take, it answers nothing right any more.
        if (/^rollback$/i.test(text) || isBroken(error)) lost()
        throw error
      }
    },
  })
}

/** Returns true for an error of the WebAssembly machine, as opposed to one that PostgreSQL reports. */
const isBroken = (error: unknown) =>
  error instanceof WebAssembly.RuntimeError ||
  /^(ErrnoError|ExitStatus)$/.test((error as Error | null)?.name ?? '')

/** Makes text of whatever a serializer gives back: that of lists passes on what is no list as it is. */
function writeText(serializers: PgliteDriver['serializers']): void {
  for (const [type, write] of Object.entries(serializers))
    serializers[Number(type)] = (value) => asText(write(value))
}

const asText = (value: unknown) => (value instanceof Uint8Array ? value : String(value))

/**
 * Parameters as the driver can send them: an object is its JSON text, which PostgreSQL reads, or refuses where it has no
 * place for one. The driver itself fails in the middle of the message to the database, and the connection with it.
 */
function sendable(params: readonly unknown[]): unknown[] {
  return params.map((value) => (isPlain(value) ? JSON.stringify(value) : value))
}

function isPlain(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
