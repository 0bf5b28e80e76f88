import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'

const YEAR = 365 * 24 * 3600

/**
 * Sets the security headers of every response. Scripts run only with the response's nonce; styles may be inline, as React
 * sets them. Nothing is cached unless a handler says so.
 */
export function securityHeaders({ https, dev }: { https: boolean; dev: boolean }): RequestHandler {
  return (_request, response, next) => {
    const nonce = randomBytes(16).toString('base64')
    response.locals.nonce = nonce
    response.setHeader('Content-Security-Policy', policy(nonce, dev))
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader('X-Frame-Options', 'DENY')
    response.setHeader('Referrer-Policy', 'same-origin')
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
    response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
    if (https) response.setHeader('Strict-Transport-Security', `max-age=${YEAR}; includeSubDomains`)
    next()
  }
}

function policy(nonce: string, dev: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
