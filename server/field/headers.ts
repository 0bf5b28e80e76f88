import type { RequestHandler } from 'express'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Sets the headers of the app for the field in place of the office's: no script runs but files of this server, and visits and
 * receipts may use the place of the phone and its camera.
 */
export function fieldHeaders(): RequestHandler {
  return (_request, response, next) => {
    response.setHeader('Content-Security-Policy', POLICY)
    response.setHeader('Permissions-Policy', 'camera=(self), geolocation=(self), microphone=()')
    next()
  }
}
