import type { RequestHandler } from 'express'

/** NUL and other characters that are no text: what `private.read_text` refuses in the database. */
const CONTROL = /%(?:0[0-8bcef]|1[0-9a-f])/gi

/**
 * What an address asks for, with a space for each control character: nobody types one, PostgreSQL's text has no NUL, and what is
 * looked for with one would be refused instead of not found. Forms: app/platform/forms/form.server.ts.
 */
export function plainText(): RequestHandler {
  return (request, _response, next) => {
    const [path = '', ...search] = request.originalUrl.split('?')
    const query = search.join('?')
    const plain = query.replace(CONTROL, '+')
    if (plain !== query) request.url = request.originalUrl = `${path}?${plain}`
    next()
  }
}
