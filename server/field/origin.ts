import type { RequestHandler } from 'express'
import type { Env } from '../env.ts'

type Names = Pick<Env, 'FIELD_ORIGIN' | 'TRUST_PROXY'>

/** Notes whether a request came to the name of the app for the field. Stands before whatever replaces the name. */
export function noteFieldOrigin({ FIELD_ORIGIN, TRUST_PROXY }: Names): RequestHandler {
  const own = FIELD_ORIGIN && new URL(FIELD_ORIGIN).host
  return ({ headers }, response, next) => {
    const forwarded = TRUST_PROXY ? headers['x-forwarded-host'] : undefined
    const asked = typeof forwarded === 'string' ? forwarded : headers.host
    if (own && asked === own) response.locals.fieldOrigin = FIELD_ORIGIN
    next()
  }
}

/** Keeps the two apps apart where the app for the field has an origin of its own. */
export function oneAppEach({ FIELD_ORIGIN }: Names): RequestHandler {
  return (request, response, next) => {
    const ofField = /^\/field(\/|$)/i.test(request.path)
    const onField = response.locals.fieldOrigin !== undefined
    if (!FIELD_ORIGIN || ofField === onField) return next()
    if (request.method === 'GET' && onField && request.path === '/')
      return response.redirect('/field/')
    if (request.method === 'GET' && ofField)
      return response.redirect(308, `${FIELD_ORIGIN}${request.originalUrl}`)
    response.status(404).type('text').send('There is nothing at this address.')
  }
}
