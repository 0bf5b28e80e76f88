import type { App } from '@supabase/lite'
import bcrypt from 'bcryptjs'
import type { Passwords } from '../accounts/passwords.ts'
import { callContext } from '../database/call-context.ts'
import type { Borrowed } from '../database/pool.ts'

/**
 * Holds every name inside @supabase/lite, its two drivers and supabase-js that the server changes or relies on without
 * the library's promise. `requireInternals` looks for them at each start; lite-internals.test.ts fails when another
 * version is installed, so that whoever updates one reads this file.
 */
export const LIBRARIES = {
  '@supabase/lite': '0.10.0',
  '@electric-sql/pglite': '0.4.5',
  postgres: '3.4.9',
  '@supabase/supabase-js': '2.109.0',
} as const

type Context = { auth?: { uid?: string | null; role?: string; jwt?: object | null } } & {
  storage?: { operation?: string }
}

/** A transaction that the library has begun for a request. */
interface LiteTransaction {
  executeQuery(query: object): Promise<unknown>
}

/** Sets who asks in a transaction of a request, as the library knows it from the token. */
export type SetContext = (transaction: LiteTransaction, context: Context) => Promise<void>

/** Inside of a connection, on either driver. */
interface LiteConnection {
  rlsState: string
  kysely: object
  runInTransaction(work: (db: unknown) => unknown): unknown
  applyJwtSessionContext: SetContext
  applyRpcRequestGucs(): Promise<void>
  normalizeDbError(error: unknown): unknown
  onPostgrestAST(query: object, context: Context): Promise<object>
  introspect(options: { useCache: boolean }): Promise<object>
}

/** Inside of PGlite, which has one connection for everybody. */
export interface PgliteDriver {
  query(text: string, params?: unknown[], options?: unknown): Promise<unknown>
  /** Reads values, by the OID of their type. */
  parsers: Record<number, (value: string) => unknown>
  /** Writes values, by the OID of their type. */
  serializers: Record<number, (value: unknown) => unknown>
  waitReady: Promise<void>
}

/** A function of the catalogue, as the library describes it. */
export interface CatalogueFunction {
  schema: string
  name: string
  arg_names: readonly string[]
  arg_types: readonly string[]
  arg_defaults: number
  has_variadic: boolean
  volatility: string
  return_type: string
  return_is_setof: boolean
  return_typtype: string
  has_out_args: boolean
}

const PARTS = {
  connection: {
    library: '@supabase/lite',
    names: {
      rlsState: 'string',
      kysely: 'object',
      runInTransaction: 'function',
      applyJwtSessionContext: 'function',
      applyRpcRequestGucs: 'function',
      normalizeDbError: 'function',
      onPostgrestAST: 'function',
      introspect: 'function',
      driver: '',
    },
  },
  pglite: {
    library: '@electric-sql/pglite',
    names: {
      query: 'function',
      parsers: 'object',
      serializers: 'object',
      waitReady: 'object',
    },
  },
  postgres: {
    library: 'postgres',
    names: { reserve: 'function' },
  },
  app: {
    library: '@supabase/lite',
    names: { init: 'function', ensureSystemSchema: 'function', fetch: 'function' },
  },
  client: {
    library: '@supabase/supabase-js',
    names: { rest: 'object' },
  },
} as const

/**
 * Looks for the names above.
 *
 * @throws Error that names the library, its version, and what is missing.
 */
export function requireInternals(part: keyof typeof PARTS, object: object): void {
  const { library, names } = PARTS[part]
  const found = object as Record<string, unknown>
  for (const [name, type] of Object.entries(names))
    if (type === '' ? found[name] === undefined : typeof found[name] !== type)
      throw new Error(
        `${library} is not the version that this server was made for (${LIBRARIES[library]}): its ${part} has no ${name}. Run "npm ci".`,
      )
}

/**
 * Keeps the privileges that the migrations grant. The library grants everything on all tables to the API roles at the
 * first request of a connection, TRUNCATE included, unless row-level security is set up already.
 *
 * Upstream: docs/upstream/lite-grants.md.
 */
export function skipAutoGrants(connection: object): void {
  ;(connection as LiteConnection).rlsState = 'active'
}

/**
 * Runs the statements of a transaction by themselves on PGlite. It has one connection, and the library does not keep
 * apart the transactions on it. Those of REST wait for nothing but the database, so no other comes between; the one in
 * which a mail's link is verified also waits for a signature, and the ROLLBACK of any refused command meanwhile would
 * undo it. links.ts makes sure that a link works once.
 *
 * Upstream: https://github.com/electric-sql/pglite/issues/956 (one connection only), docs/upstream/lite-transactions.md.
 */
export function runWithoutTransaction(connection: object): void {
  const lite = connection as LiteConnection
  lite.runInTransaction = (work) => work(lite.kysely)
}

/**
 * Tells the transaction of a request who asks, in one statement. The library takes six for it, one after the other, and
 * five more before a function for PostgREST's `request.*` and `response.*`, of which no function of ours knows
 * (tests/db/catalogue.test.ts): most of what a small request would cost.
 *
 * Upstream: docs/upstream/lite-claims.md.
 */
export function setRequestClaims(connection: object, setContext: SetContext): void {
  const lite = connection as LiteConnection
  lite.applyJwtSessionContext = setContext
  lite.applyRpcRequestGucs = async () => {}
}

/**
 * Changes errors of the database before the library answers them: it makes a bare 500 of most.
 *
 * Upstream: docs/upstream/lite-refusals.md.
 */
export function preservePgErrors(
  connection: object,
  answerable: (error: unknown) => unknown,
): void {
  const lite = connection as LiteConnection
  const normalize = lite.normalizeDbError.bind(lite)
  lite.normalizeDbError = (error) => answerable(normalize(error))
}

/**
 * Looks at each question after the library has read it and before it is asked, whatever its spelling was. What the look
 * throws is the answer.
 */
export function inspectQueries(
  connection: object,
  look: (query: never, introspection: never) => void,
): void {
  const lite = connection as LiteConnection
  const prepare = lite.onPostgrestAST.bind(lite)
  lite.onPostgrestAST = async (query, context) => {
    look(query as never, (await lite.introspect({ useCache: true })) as never)
    return prepare(query, context)
  }
}

/** Tells that the catalogue could not be read. The library's router answers what an error brings as its response. */
class NoCatalogue extends Error {
  readonly code = 'CONNECTION_LOST'
  override readonly message = 'The database does not answer.'

  getResponse(): Response {
    const body = { code: '08006', message: this.message, details: null, hint: null }
    return Response.json(body, { status: 503 })
  }
}

/** Schemas whose tables and functions the library asks for: those of its API, and what it keeps for itself. */
const SCHEMAS = ['public', 'auth', 'storage']

/**
 * Keeps of the catalogue what the library's answers are made from. It goes through all columns at each request, and for
 * a column whose table has the name of a view anywhere it searches the text of that view twice: with the views of
 * `known`, half of the time of a request.
 *
 * It is read for all requests that wait for it, and goes on when the first of them is given up. When it cannot be read, the
 * library takes an empty one, by which no function and no table exists; then the database does not answer.
 *
 * Upstream: docs/upstream/lite-views.md.
 */
export function readOwnSchemas(connection: object): void {
  const lite = connection as LiteConnection
  const introspect = lite.introspect.bind(lite)
  const narrowed = new WeakMap<object, object>()
  let reading: Promise<object> | null = null
  lite.introspect = async (options) => {
    reading ??= callContext
      .exit(() => introspect(options))
      .finally(() => {
        reading = null
      })
    const whole = await reading
    if (!('functions' in whole)) throw new NoCatalogue()
    const known = narrowed.get(whole)
    if (known) return known
    const own = Object.fromEntries(
      Object.entries(whole).map(([part, rows]) => [part, ofSchemas(rows)]),
    )
    narrowed.set(whole, own)
    return own
  }
}

/** Returns the functions of the catalogue, as the library read them once. */
export async function functionsOf(connection: object): Promise<readonly CatalogueFunction[]> {
  const catalogue = await (connection as LiteConnection).introspect({ useCache: true })
  return (catalogue as { functions: CatalogueFunction[] }).functions
}

function ofSchemas(rows: unknown): unknown {
  if (!Array.isArray(rows)) return rows
  return rows.filter((row) => !row?.schema || SCHEMAS.includes(row.schema))
}

/**
 * Has the library use connections of our own driver. When the backend of a transaction dies, `postgres` runs its next statement on
 * a new connection, where it is committed alone.
 *
 * Upstream: https://github.com/porsager/postgres/issues/1216.
 */
export function borrowInstead(driver: object, borrow: () => Promise<Borrowed>): void {
  const reserve = async () => {
    const { query, release } = await borrow()
    const unsafe = async (text: string, params: unknown[]) => {
      const { rows, rowCount, command } = await query(text, params)
      return Object.assign(rows, { count: rowCount ?? 0, command })
    }
    return { unsafe, release }
  }
  Object.assign(driver, { reserve })
}

/**
 * Has every use of bcryptjs in this thread, the library's among them, work on the thread of the passwords.
 *
 * Upstream: docs/upstream/lite-bcrypt.md.
 */
export function moveBcrypt({ compare, hash }: Pick<Passwords, 'compare' | 'hash'>): void {
  Object.assign(bcrypt, { compare, hash })
}

/** Has the library's `process.emitWarning`, which reads each warning as a text, take those that are errors. */
export function readWarnings(): void {
  const emit = process.emitWarning as (warning: string, type?: string) => void
  process.emitWarning = ((warning: string | Error, ...more: string[]) =>
    typeof warning === 'string'
      ? emit(warning, ...more)
      : emit(warning.message, warning.name)) as typeof process.emitWarning
}

/**
 * Has a client ask once. supabase-js sends a read that failed up to three times more, seconds apart: a web request has no
 * time for that.
 *
 * Upstream: https://github.com/supabase/supabase-js/issues/2570, mended after 2.110.9.
 */
export function askReadsOnce(client: object): void {
  Object.assign((client as { rest: object }).rest, { retry: false })
}

/** Gives the app the storage of files, which it has no setting for. */
export function setStorage(
  app: { _storageAdapter?: App['_storageAdapter'] },
  adapter: NonNullable<App['_storageAdapter']>,
): void {
  app._storageAdapter = adapter
}

/** Names that the library keeps a request's checked token under, while it answers it. */
export const REQUEST_VARIABLES = {
  claims: 'jwt',
  user: 'userId',
  session: 'sessionId',
  /** The token has been read and must not be read again. */
  done: 'ignoreAuthorization',
} as const
