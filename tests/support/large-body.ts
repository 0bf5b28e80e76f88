import http from 'node:http'

const MIB = 1024 * 1024
/** Size of a body that nobody has a use for. */
export const LARGE_BODY = 100 * MIB
const PART = Buffer.alloc(256 * 1024, 'a')

/** An address below each prefix of the server, and some that are not there. */
export const PREFIXES = [
  '/supabase/rest/v1/customers',
  '/supabase/rest/v1/rpc/current_identity',
  '/supabase/auth/v1/token?grant_type=password',
  '/supabase/auth/v1/user',
  '/supabase/storage/v1/object/vouchers/a/b.pdf',
  '/supabase/no/such/address',
  '/supabase/auth/v1/admin/users',
  '/',
  '/home',
  '/api/account-name',
  '/expenses/expenses-list/00000000-0000-4000-8000-000000000000',
  '/health',
] as const

/** Sends a body of 100 MiB until an answer comes or the other side hangs up; counts what was taken. */
export function pour(
  origin: string,
  address: string,
  headers: http.OutgoingHttpHeaders,
  method = 'POST',
) {
  const { hostname, port } = new URL(origin)
  return new Promise<{ status: number | null; sent: number }>((resolve) => {
    let sent = 0
    let status: number | null = null
    const request = http.request({ hostname, port, path: address, method, headers }, (response) => {
      status = response.statusCode!
      request.destroy()
    })
    const more = () => {
      while (sent < LARGE_BODY && status === null && !request.destroyed) {
        sent += PART.length
        if (!request.write(PART)) {
          request.once('drain', more)
          return
        }
      }
      if (!request.destroyed) request.end()
    }
    request.on('error', () => {})
    request.on('close', () => resolve({ status, sent }))
    more()
  })
}
