import type { RequestHandler } from 'express'

/** NUL and other characters that are no text: what `private.read_text` refuses in the database. */
const CONTROL = /%(?:0[0-8bcef]|1[0-9a-f])/gi

/**
 * Replaces each control character in the query of an address by a space. Nobody types one,
 * PostgreSQL's text has no NUL, and a search for one would fail instead of finding nothing.
 * app/platform/forms/form.server.ts does the same for forms.
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
