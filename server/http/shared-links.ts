import type { RequestHandler } from 'express'

/** The addresses that open a paper for whoever has its link (`app/modules/sharing`). */
export const SHARED = '/shared'

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  // Columns of a paper have widths of their own.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "script-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Keeps a paper that somebody shared apart from the rest of the product: whoever opens it is nobody, signed in or not. No cookie
 * is read and so none is set; the page runs no script, is in no search engine, and tells no other site its address.
 */
export function sharedLinks(): RequestHandler {
  return (request, response, next) => {
    delete request.headers.cookie
    delete request.headers.authorization
    response.setHeader('Content-Security-Policy', POLICY)
    response.setHeader('Referrer-Policy', 'no-referrer')
    response.setHeader('X-Robots-Tag', 'noindex, nofollow, noarchive')
    response.setHeader('Cache-Control', 'private, no-store')
    next()
  }
}
