import type { SetContext } from './lite-internals.ts'

/** Sets all of it in one statement; connections to PostgreSQL keep it parsed. */
export const CALLER = `select set_config('role', $1, true), set_config('request.jwt.claim.role', $1, true),
  set_config('request.jwt.claim.sub', $2, true), set_config('request.jwt.claims', $3, true),
  set_config('storage.operation', $4, true)`

/** Sets the role and the claims of a request's caller for one transaction. */
export const setCaller: SetContext = async (transaction, { auth, storage }) => {
  const parameters = [
    auth?.role || 'anon',
    auth?.uid ?? '',
    auth?.jwt ? JSON.stringify(auth.jwt) : '',
    storage?.operation ?? '',
  ]
  await transaction.executeQuery({
    sql: CALLER,
    parameters,
    query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
    queryId: { queryId: 'caller' },
  })
}
