import type { RequestHandler } from 'express'

/** Dots, strokes and what ends a path, when they are written as numbers: none of our addresses has them. */
const ENCODED = /%(?:2[ef3]|3f|5c)/i
/** Signs that a program behind may take for a separator, a step up or nothing at all. */
const ODD = /[\\\p{Cc}]|\/\/|\/\.{1,2}(?:\/|$)/u

/**
 * Returns the path of a request in the one spelling that guards, pages and the API read; null for a path that another
 * reader may take for a different one.
 */
export function onePath(path: string): string | null {
  if (!path.startsWith('/') || ENCODED.test(path)) return null
  try {
    const decoded = decodeURIComponent(path)
    return ODD.test(decoded) ? null : encodeURI(decoded)
  } catch {
    return null
  }
}

/**
 * Is the first door of web and API: a request whose path cannot be read in one way only is answered 404 before anything
 * looks at it, and of the others everything reads the same text.
 */
export function oneSpelling(): RequestHandler {
  return (request, response, next) => {
    const end = request.url.indexOf('?')
    const [path, query] =
      end < 0 ? [request.url, ''] : [request.url.slice(0, end), request.url.slice(end)]
    const one = onePath(path)
    if (one === null) {
      response.setHeader('Cache-Control', 'no-store')
      response.status(404).json({ message: 'There is nothing at this address.' })
      return
    }
    if (one !== path) request.url = request.originalUrl = one + query
    next()
  }
}
