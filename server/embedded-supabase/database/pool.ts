import net from 'node:net'
import postgres from 'postgres'
import { replaceReserve } from '../api/lite-internals.ts'
import { BATCH_ROWS, BoundedRows, isTableQuery } from './batches.ts'
import { type CallContext, callContext } from './call-context.ts'
import { CALLER, STATEMENT_MS } from './caller.ts'
import { sendable } from './params.ts'

/** Longest that nothing comes back on a connection that is waited for. */
const SILENCE_MS = 20_000
/** Longest that a request waits for a connection to be free. */
const QUEUE_MS = 14_000
/** Longest pause before a lost connection is tried again, in seconds. The driver's own grows to 20. */
const PAUSE_S = 1

/** Connections that requests share. The server's own questions have some besides. */
const CONNECTIONS = 12

/** Options of `postgres()` for opening and closing connections. */
export const OPTIONS = {
  max: 2,
  onnotice: () => {},
  connect_timeout: 10,
  // Found dead by the system 15 seconds after the other side vanished without a word.
  keep_alive: 5,
  backoff: (failures: number) => Math.min(0.05 * 2 ** failures, PAUSE_S),
  socket: (address: Address) => openSocket(address, SILENCE_MS),
  connection: {
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: 2 * STATEMENT_MS,
    // No statement of a screen is worth compiling: it takes a second.
    jit: 'off',
  },
}

/** Options for statements that may work for minutes without a word, such as migrations. */
export const PATIENT = {
  max: 1,
  socket: (address: Address) => openSocket(address, Number.POSITIVE_INFINITY),
  connection: { statement_timeout: 0, idle_in_transaction_session_timeout: 0 },
}

/** One connection of the pool. */
interface Line {
  driver: postgres.Sql
  lost: boolean
  role: Role
}

/** A role that a connection keeps: that of signed-in people, or null for the one that it was opened with. */
type Role = 'authenticated' | null

/** A request that waits for a connection. */
type Waiting = (line: Line) => void

/** One connection, lent to one transaction. */
export interface Borrowed {
  unsafe(text: string, params: unknown[]): Promise<unknown>
  /** Sends statements in this order, without waiting between them. None may be one of tables. */
  together(...statements: [text: string, params: unknown[]][]): Promise<unknown>[]
  release(): void
}

/**
 * A pool in place of the driver's own, from which the library reserves the connection of a transaction. The driver's
 * goes on with what it reserved when the connection is lost: the next statement of a cut transaction would run on
 * whatever connection took its place, without its role. It hands out again what was given back dead, and forgets who
 * waits. Here each connection is a driver of its own that serves one at a time; what is lost is refused from then on,
 * and thrown away; and nobody waits for ever.
 *
 * @param keeps connections keep statements that are used often; not behind a pooler.
 * @returns what lends a connection, and what ends them.
 */
export function poolFor(
  driver: postgres.Sql,
  { connections = CONNECTIONS, keeps = true }: { connections?: number; keeps?: boolean } = {},
) {
  const all = new Set<Line>()
  const idle: Line[] = []
  const queue: Waiting[] = []

  const open = (): Line => {
    const onclose = () => {
      line.lost = true
    }
    // The pool's first own question has read the types of arrays into these options. Read again by each connection, nobody
    // would wait for them: one that is given up meanwhile would end the process.
    const once = { max: 1, onclose, fetch_types: false }
    const options = { ...driver.options, ...once } as unknown as postgres.Options<never>
    const line: Line = { driver: postgres(options), lost: false, role: null }
    all.add(line)
    return line
  }
  const discard = (line: Line) => {
    all.delete(line)
    line.driver.end({ timeout: 0 }).catch(() => {})
  }
  /** Returns the idle connection that was used last, rather one that has the role already. */
  const idleFor = (role: Role): Line | undefined => {
    const at = idle.findLastIndex((line) => line.role === role)
    return at < 0 ? idle.pop() : idle.splice(at, 1)[0]
  }
  const free = (role: Role): Line | null => {
    for (let line = idleFor(role); line; line = idleFor(role)) {
      if (!line.lost) return line
      discard(line)
    }
    return all.size < connections ? open() : null
  }
  const giveBack = (line: Line) => {
    if (line.lost) discard(line)
    else idle.push(line)
    // The connection goes to the queue at once, so that a new request cannot overtake it.
    const next = queue.length > 0 ? free(line.role) : null
    if (next) queue.shift()!(next)
  }
  /** Lends a connection that has this role. Behind a pooler nobody asks for one, as each transaction may go to another connection. */
  const reserve = async (role: Role = null): Promise<Borrowed> => {
    const line = free(role) ?? (await turn(queue))
    const made = (text: string, params: unknown[]) =>
      line.driver.unsafe(text, sendable(params) as never[], { prepare: keeps && isKept(text) })
    // Nobody waits for it: whatever is sent next comes after it, and finds the role that it needs or is refused.
    if (line.role !== role) {
      line.role = role
      const statement = made(role ? `set role ${role}` : 'reset role', [])
      statement.execute().catch(() => {
        line.lost = true
      })
    }
    /** Waits for the answer; a failure that is not PostgreSQL's means that the connection is lost. */
    const answerOf = async (statement: () => PromiseLike<unknown>): Promise<unknown> => {
      try {
        return await statement()
      } catch (error) {
        if (!(error instanceof postgres.PostgresError)) line.lost = true
        throw error
      }
    }
    return {
      async unsafe(text, params) {
        // The transaction was lost with its connection; the caller rolls back to report the first error.
        if (line.lost && text === 'rollback') return []
        if (line.lost) throw connectionLost()
        const context = callContext.getStore()
        // A transaction is ended even if its client no longer waits.
        if (context?.signal.aborted && !ENDING.test(text)) throw context.signal.reason
        const statement = () => made(text, params)
        return answerOf(context ? () => run(line, statement(), text, context) : statement)
      },
      together(...statements) {
        const context = callContext.getStore()
        const lost = line.lost ? connectionLost() : null
        const reason = lost ?? (context?.signal.aborted ? context.signal.reason : null)
        const sent = reason ? [] : statements.map(([text, params]) => made(text, params))
        // Waiting for them would send them too, in an order that is not ours.
        for (const statement of sent) statement.execute()
        const running = new Set(sent)
        const ended = context && sent.length > 0 ? cancelOnAbort(line, running, context) : null
        const answers = statements.map(async (_, at) => {
          const statement = sent[at]
          if (!statement) throw reason
          try {
            return await answerOf(() => statement)
          } finally {
            running.delete(statement)
            if (running.size === 0) ended?.()
          }
        })
        // Whoever waits for one may never come to the next.
        for (const answer of answers) answer.catch(() => {})
        return answers
      },
      release: () => giveBack(line),
    }
  }
  replaceReserve(driver, () => reserve())
  return { reserve, close: () => Promise.all([...all].map((line) => line.driver.end())) }
}

const connectionLost = () =>
  Object.assign(new Error('The connection is lost.'), { code: 'CONNECTION_CLOSED' })

/** Matches the statements that end a transaction. */
const ENDING = /^(commit|rollback)$/

type Statement = ReturnType<postgres.Sql['unsafe']>

/**
 * Cancels the statements that still run when the client no longer waits. The connection is then discarded: a late
 * cancellation would hit the next statement on it.
 *
 * @returns to be called when none of them runs any more
 */
function cancelOnAbort(
  line: Line,
  running: ReadonlySet<Statement>,
  { signal }: CallContext,
): () => void {
  const cancel = () => {
    line.lost = true
    for (const statement of running) statement.cancel()
  }
  signal.addEventListener('abort', cancel, { once: true })
  return () => signal.removeEventListener('abort', cancel)
}

/** Runs a statement of a request, as long as its client waits. */
async function run(
  line: Line,
  statement: Statement,
  text: string,
  context: CallContext,
): Promise<unknown> {
  const ended = cancelOnAbort(line, new Set([statement]), context)
  try {
    if (!context.external || text === CALLER || !isTableQuery(text)) return await statement
    const bounded = new BoundedRows()
    for await (const batch of statement.cursor(BATCH_ROWS)) bounded.add(batch)
    return Object.assign(bounded.rows, { count: bounded.rows.length, command: 'SELECT' })
  } finally {
    ended()
  }
}

/** The most statements that a connection keeps. */
const KEPT = 500
const FUNCTION_CALL =
  /^select \* from public\.\w+\((\w+ := \$\d+::[\w ]+(\[\])?(, )?)*\) as "\w+"( where case current_user [^;]+ end)?( limit \$\d+)?$/
const kept = new Set<string>()

/**
 * Returns true when connections keep a statement prepared, which saves one round trip: the query
 * for the caller, and calls of functions, whose texts are as few as the functions. A plan made
 * once is good enough for them; a list's query is planned for each search
 * (docs/decisions/0025-cost-of-a-request.md).
 */
function isKept(text: string): boolean {
  if (kept.has(text)) return true
  if (kept.size >= KEPT || !(text === CALLER || FUNCTION_CALL.test(text))) return false
  kept.add(text)
  return true
}

/** @throws what PostgreSQL says of too many connections, when none has become free in time. */
function turn(queue: Waiting[]): Promise<Line> {
  return new Promise((resolve, reject) => {
    const called = (line: Line) => {
      clearTimeout(timer)
      resolve(line)
    }
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(called), 1)
      reject(
        Object.assign(new Error('No connection to the database became free.'), { code: '53300' }),
      )
    }, QUEUE_MS)
    queue.push(called)
  })
}

/** A cancellation is never answered: PostgreSQL closes its connection. */
const isCancellation = (sent: unknown) =>
  Buffer.isBuffer(sent) && sent.length === 16 && sent.readInt32BE(4) === 80877102

const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5])
let nextHost = 0

interface Address {
  host: string[]
  port: number[]
  path?: string | false
}

/**
 * A socket that is given up when an answer stays out: on a link that swallows what is sent, the system would find out
 * after a quarter of an hour. Encrypted ones are seen from outside only, so that those which are quiet for long are
 * given up, too; the next statement opens another.
 *
 * @param silenceMs Longest that nothing comes back; three times as long where it is encrypted.
 */
function openSocket({ host, port, path }: Address, silenceMs: number): net.Socket {
  const socket = new net.Socket()
  const at = nextHost++ % host.length
  let answered = false
  let waiting = true
  let cancels = false
  let encrypted = false
  let seen = 0
  let quiet = 0
  socket.on('data', (chunk: Buffer) => {
    answered = true
    encrypted ||= chunk.length === 1 && chunk[0] === 0x53
    waiting = !chunk.subarray(-6, -1).equals(READY_FOR_QUERY)
    quiet = 0
  })
  const step = SILENCE_MS / 10
  const watch = setInterval(() => {
    if (socket.destroyed) clearInterval(watch)
    const moved = encrypted && socket.bytesRead !== seen
    seen = socket.bytesRead
    quiet = moved || !waiting ? 0 : quiet + step
    if (quiet >= (encrypted ? 3 * silenceMs : silenceMs)) socket.destroy()
  }, step)
  watch.unref()
  // A proxy accepts and drops connections when its database is away; without this error the driver would retry for ever.
  socket.once('close', (failed) => {
    if (!answered && !failed && !cancels)
      socket.emit('error', Object.assign(new Error('Not connected.'), { code: 'ECONNRESET' }))
  })
  // Nothing waits for the connection here: Node sends what is written meanwhile once it is open,
  // and reports a refusal as the `error` event.
  if (path) socket.connect(path)
  else socket.connect(port[at]!, host[at]!)
  // `connect` restores Node's own `write`, so it is replaced afterwards.
  const { write } = socket
  socket.write = ((...given: Parameters<typeof write>) => {
    waiting = true
    cancels ||= isCancellation(given[0])
    return write.apply(socket, given)
  }) as typeof write
  return socket
}
