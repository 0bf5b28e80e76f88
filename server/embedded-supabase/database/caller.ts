import type { SetContext } from '../api/lite-internals.ts'
import { callContext, EXTERNAL_STATEMENT_MS, STATEMENT_MS } from './call-context.ts'

const CLAIMS = `select set_config('role', $1, true), set_config('request.jwt.claim.role', $1, true),
  set_config('request.jwt.claim.sub', $2, true), set_config('request.jwt.claims', $3, true),
  set_config('storage.operation', $4, true)`

/** Sets all of it in one statement, with the time that each later one may take, while the database has the state of this program. */
export const CALLER = `${CLAIMS}, set_config('statement_timeout', $5, true), private.require_state($6)`

/** The declared state that this process serves; empty until its database has it. */
let served = ''

/** Refuses requests from the moment at which another version upgrades the database. */
export function serveState(state: string): void {
  served = state
}

/**
 * Is a condition that lets a statement run only as a signed-in person. PostgreSQL looks at it once, before anything else of the
 * statement, and fails as anybody else: a call that is sent together with `CALLER` would run as the owner if that has failed, or
 * if its transaction has not begun.
 */
export const AS_CALLER = `case current_user when 'authenticated' then true else ('not ' || current_user)::boolean end`

/** Returns how long the statements of the current request may take. */
function statementMs(): number {
  const { external, statementMs = STATEMENT_MS } = callContext.getStore() ?? {}
  return external ? EXTERNAL_STATEMENT_MS : statementMs
}

/** Returns the parameters of `CALLER` for a signed-in user's call. */
export function callerParameters(claims: { sub: string; role: string }): string[] {
  return [claims.role, claims.sub, JSON.stringify(claims), '', String(statementMs()), served]
}

/**
 * Sets the role and the claims of a request's caller for one transaction, and how long each statement of it may take.
 * PGlite has no clock that could end a statement.
 */
export const setCallerOn =
  (clock: boolean): SetContext =>
  async (transaction, { auth, storage }) => {
    const parameters = [
      auth?.role || 'anon',
      auth?.uid ?? '',
      auth?.jwt ? JSON.stringify(auth.jwt) : '',
      storage?.operation ?? '',
    ]
    if (clock) parameters.push(String(statementMs()), served)
    await transaction.executeQuery({
      sql: clock ? CALLER : CLAIMS,
      parameters,
      query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
      queryId: { queryId: 'caller' },
    })
  }
