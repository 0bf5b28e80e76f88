import type { RequestHandler } from 'express'
import { relay } from './api-socket.ts'
import type { Backend } from './backend.ts'

const OPEN = /^\/(auth|rest|storage)\/v1\//

/**
 * The embedded Supabase API for field apps, below /supabase (KALAKAL_PUBLIC_API=1): publishable key and
 * a person's token. The secret key and the administration of accounts are refused on this way.
 */
export function publicApi(backend: Backend): RequestHandler {
  return (request, response, next) => {
    const carried = [request.headers.apikey, request.headers.authorization, request.url].join(' ')
    if (!OPEN.test(request.path) || request.path.includes('/admin')) response.sendStatus(404)
    else if (carried.includes(backend.secretKey) || carried.includes('sb_secret_'))
      response.status(403).json({ message: 'The secret key is not accepted here.' })
    else relay(backend, request, response, request.url).catch(next)
  }
}
