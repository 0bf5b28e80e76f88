import type { PgliteDriver } from '../api/lite-internals.ts'
import { BATCH_ROWS, BoundedRows, isTableQuery } from './batches.ts'
import { callContext } from './call-context.ts'
import { sendable } from './params.ts'

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
  Object.assign(driver, {
    async query(text: string, params?: unknown[], options?: unknown) {
      try {
        const given = params && sendable(params)
        const batched = callContext.getStore()?.external === true && isTableQuery(text)
        return batched
          ? await queryInBatches(query, text, given)
          : await query(text, given, options)
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

const CURSOR = 'kalakal_answer'

/** Reads rows in batches, because a running statement cannot be interrupted. */
async function queryInBatches(query: PgliteDriver['query'], text: string, params?: unknown[]) {
  await query(`declare ${CURSOR} no scroll cursor for ${text}`, params)
  const rows = new BoundedRows()
  for (;;) {
    const batch = (await query(`fetch ${BATCH_ROWS} from ${CURSOR}`)) as { rows: unknown[] }
    rows.add(batch.rows)
    if (batch.rows.length < BATCH_ROWS) {
      await query(`close ${CURSOR}`)
      return { ...batch, rows: rows.rows }
    }
  }
}

/** Makes text of whatever a serializer gives back: that of lists passes on what is no list as it is. */
function writeText(serializers: PgliteDriver['serializers']): void {
  for (const [type, write] of Object.entries(serializers))
    serializers[Number(type)] = (value) => asText(write(value))
}

const asText = (value: unknown) => (value instanceof Uint8Array ? value : String(value))
