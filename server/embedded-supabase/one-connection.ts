import { sendable } from './params.ts'

/** What is asked of PGlite, which has one connection for everybody. */
interface Driver {
  query(text: string, params?: unknown[], options?: unknown): Promise<unknown>
  /** By the OID of a type: how its values are written. */
  serializers: Record<number, (value: unknown) => unknown>
  waitReady: Promise<void>
}

/**
 * Keeps the one connection whole: parameters that PGlite could not send are put right, and a transaction that cannot
 * be rolled back, in which all that follows would fail, is told.
 *
 * @param lost what to do then: only a new start helps.
 */
export function serializeTransactions(driver: Driver, lost: () => void): void {
  // It learns the types of lists from the database. That it cannot be opened is told to the first who asks.
  driver.waitReady.then(
    () => writeText(driver.serializers),
    () => {},
  )
  const query = driver.query.bind(driver)
  Object.assign(driver, {
    async query(text: string, params?: unknown[], options?: unknown) {
      try {
        return await query(text, params && sendable(params), options)
      } catch (error) {
        if (/^rollback$/i.test(text)) lost()
        throw error
      }
    },
  })
}

/** That of lists gives back what is none as it is. */
function writeText(serializers: Driver['serializers']): void {
  for (const [type, write] of Object.entries(serializers))
    serializers[Number(type)] = (value) => asText(write(value))
}

const asText = (value: unknown) => (value instanceof Uint8Array ? value : String(value))
