import type { PgliteDriver } from './lite-internals.ts'
import { sendable } from './params.ts'
import { isList, PART_ROWS, Taken } from './parts.ts'
import { scope } from './scope.ts'

/**
 * Keeps PGlite's one connection usable for one transaction after the other: parameters that it could not send are
 * put right, and a transaction that cannot be rolled back, in which all that follows would fail, is reported.
 *
 * @param lost called then: only a new start helps.
 *
 * Upstream: https://github.com/electric-sql/pglite/issues/956 (one connection only); none known for the parameters.
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
        const outside = scope.getStore()?.outside === true && isList(text)
        return outside ? await inParts(query, text, given) : await query(text, given, options)
      } catch (error) {
        // After what its memory or its files did not take, it answers nothing right any more.
        if (/^rollback$/i.test(text) || isBroken(error)) lost()
        throw error
      }
    },
  })
}

/** Not an error that PostgreSQL tells, but one of the machine that it runs on. */
const isBroken = (error: unknown) =>
  error instanceof WebAssembly.RuntimeError ||
  /^(ErrnoError|ExitStatus)$/.test((error as Error | null)?.name ?? '')

const CURSOR = 'kalakal_answer'

/** Reads a list part by part, because a statement that runs cannot be interrupted. */
async function inParts(query: PgliteDriver['query'], text: string, params?: unknown[]) {
  await query(`declare ${CURSOR} no scroll cursor for ${text}`, params)
  const taken = new Taken()
  for (;;) {
    const part = (await query(`fetch ${PART_ROWS} from ${CURSOR}`)) as { rows: unknown[] }
    taken.add(part.rows)
    if (part.rows.length < PART_ROWS) {
      await query(`close ${CURSOR}`)
      return { ...part, rows: taken.rows }
    }
  }
}

/** Makes text of whatever a serializer gives back: that of lists passes on what is no list as it is. */
function writeText(serializers: PgliteDriver['serializers']): void {
  for (const [type, write] of Object.entries(serializers))
    serializers[Number(type)] = (value) => asText(write(value))
}

const asText = (value: unknown) => (value instanceof Uint8Array ? value : String(value))
