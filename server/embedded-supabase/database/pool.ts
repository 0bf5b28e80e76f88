import net from 'node:net'
import pg from 'pg'
import { isTableQuery, queryInBatches } from './batches.ts'
import { type CallContext, callContext, STATEMENT_MS } from './call-context.ts'
import { readDatabaseUrl } from './database-url.ts'
import { VALUES } from './values.ts'

/** Longest wait for a free connection, and for a new one to be made. */
const CONNECT_MS = 10_000
/** Time after the limit of a statement when a connection that has not answered is given up. */
const SILENCE_MS = 5_000

export interface Rows {
  rows: Record<string, unknown>[]
  rowCount: number | null
  command: string
}

/** One connection, lent to one transaction. */
export interface Borrowed {
  /** Sends a statement behind those that were sent before, without waiting for their answers. */
  query(text: string, params?: readonly unknown[]): Promise<Rows>
  release(): void
}

/** Returns the settings of a connection to DATABASE_URL. Statements have no limits of time yet. */
export function connectionTo(databaseUrl: string): pg.ClientConfig & { pooled: boolean } {
  const { url, pooled } = readDatabaseUrl(databaseUrl)
  return {
    pooled,
    connectionString: withSslMode(url),
    connectionTimeoutMillis: CONNECT_MS,
    // The system finds the other side gone seconds after it vanished without a word.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    pipeline: true,
    types: VALUES,
  }
}

/** Lets `sslmode` mean what it means to PostgreSQL's own programs: only `verify-full` checks the name of a certificate. */
function withSslMode(address: string): string {
  const url = new URL(address)
  if (url.searchParams.has('sslmode')) url.searchParams.set('uselibpqcompat', 'true')
  return url.href
}

/**
 * Opens connections for requests. One that is lost is never made again under a transaction: what comes after is refused.
 *
 * @param connections the most that are open at the same time.
 */
export function openPool(databaseUrl: string, connections: number) {
  const { pooled, ...connection } = connectionTo(databaseUrl)
  const pool = new pg.Pool({
    ...connection,
    max: connections,
    idleTimeoutMillis: 0,
    // A pooler refuses settings of a session.
    ...(!pooled && {
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: 2 * STATEMENT_MS,
    }),
    // No statement of a screen is worth compiling: it takes a second.
    onConnect: (client) => client.query(`set timezone = 'UTC'${pooled ? '' : `; set jit = 'off'`}`),
  } as pg.PoolConfig)
  // The pool has removed an idle connection that was lost. Whoever waits on one is told by the statement.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  async function borrow(): Promise<Borrowed> {
    const client = await pool.connect().catch(refuse)
    const context = callContext.getStore()
    let running = 0
    let spoiled = false
    // A late cancellation would hit the next statement of the connection, so that nobody gets it again.
    const cancel = () => {
      if (running === 0) return
      spoiled = true
      cancelOn(client)
    }
    context?.signal.addEventListener('abort', cancel, { once: true })

    async function send(text: string, params: readonly unknown[] = []): Promise<Rows> {
      const values = [...params]
      const query = { text, values, query_timeout: patienceOf(context) }
      running += 1
      try {
        return await client.query(query)
      } catch (error) {
        if (error instanceof pg.DatabaseError) {
          spoiled ||= SHUTDOWN.test(error.code ?? '')
          throw Object.assign(error, { query: text, params: values })
        }
        spoiled = true
        // The transaction was lost with its connection; the caller rolls back to report the first error.
        if (text === 'rollback') return { rows: [], rowCount: 0, command: 'ROLLBACK' }
        throw Object.assign(error as Error, { code: 'CONNECTION_LOST' })
      } finally {
        running -= 1
      }
    }
    return {
      async query(text, params) {
        // A transaction is ended even if its client no longer waits.
        if (context?.signal.aborted && !ENDING.test(text)) throw context.signal.reason
        const bounded = context?.external && isTableQuery(text)
        return bounded ? queryInBatches(send, text, params) : send(text, params)
      },
      release() {
        context?.signal.removeEventListener('abort', cancel)
        client.release(spoiled)
      },
    }
  }
  return {
    borrow,
    /** Runs a statement as the owner, whoever waits for it. */
    query: (text: string, params: readonly unknown[] = []): Promise<Rows> =>
      pool.query({
        text,
        values: [...params],
        query_timeout: patienceOf(undefined),
      } as pg.QueryConfig),
    close: () => pool.end(),
  }
}

/** Matches what PostgreSQL says when it ends a connection. */
const SHUTDOWN = /^57P/

/** Matches the statements that end a transaction. */
const ENDING = /^(commit|rollback)$/

/** Returns after how long a statement without an answer is given up, in milliseconds. */
const patienceOf = (context: CallContext | undefined) =>
  (context?.statementMs ?? STATEMENT_MS) + SILENCE_MS

/** @throws what PostgreSQL says of too many connections, when none has become free in time. */
function refuse(error: Error): never {
  if (error.message !== 'timeout exceeded when trying to connect') throw asLost(error)
  throw Object.assign(new Error('No connection to the database became free.'), { code: '53300' })
}

/** Marks an error that PostgreSQL did not report, and has no code of the system. */
function asLost(error: Error): Error {
  return 'code' in error ? error : Object.assign(error, { code: 'CONNECTION_LOST' })
}

/** Code of a request to cancel what runs on another connection. */
const CANCEL = 80877102

/** Asks PostgreSQL to end what runs on a connection; there is no answer. */
function cancelOn(client: pg.PoolClient): void {
  const { host, port } = client
  const { processID, secretKey } = client as unknown as Record<'processID' | 'secretKey', number>
  const request = Buffer.alloc(16)
  for (const [at, part] of [request.length, CANCEL, processID, secretKey].entries())
    request.writeInt32BE(part, 4 * at)
  const socket = host.startsWith('/')
    ? net.connect(`${host}/.s.PGSQL.${port}`)
    : net.connect(port, host)
  socket.on('error', () => {})
  socket.end(request)
}
