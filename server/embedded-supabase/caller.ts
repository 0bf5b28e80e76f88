/** Who asks, as the library knows it from the token. */
interface Vars {
  auth?: { uid?: string | null; role?: string; jwt?: object | null }
  storage?: { operation?: string }
}

interface Transaction {
  executeQuery(query: object): Promise<unknown>
}

/**
 * Tells the transaction of a request who asks, in one statement. The library takes six for it, one after the other, and
 * five more before a function for PostgREST's `request.*` and `response.*`, of which no function of ours knows
 * (tests/db/catalogue.test.ts): most of what a small request would cost.
 */
export function setRequestClaims(connection: object): void {
  Object.assign(connection, {
    applyJwtSessionContext: nameCaller,
    applyRpcRequestGucs: async () => {},
  })
}

export const CALLER = `select set_config('role', $1, true), set_config('request.jwt.claim.role', $1, true),
  set_config('request.jwt.claim.sub', $2, true), set_config('request.jwt.claims', $3, true),
  set_config('storage.operation', $4, true)`

async function nameCaller(transaction: Transaction, { auth, storage }: Vars): Promise<void> {
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
