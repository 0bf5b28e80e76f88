import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'

/** Smaller answers are sent as they are, as the compression of streams leaves them. */
const LEAST = 1024
/** Larger ones go through the compression of streams: packed at once, they would keep other requests waiting. */
const MOST = 512 * 1024

/**
 * Sends an answer that is known as a whole. To pack it takes a third of what a stream would take, at nearly the same size
 * (docs/decisions/0025-cost-of-a-request.md).
 */
export function sendWhole(request: Request, response: Response, bytes: Buffer): void {
  const encoding = bytes.length < LEAST || bytes.length > MOST ? null : encodingOf(request)
  if (encoding) response.setHeader('Content-Encoding', encoding)
  const sent = encoding ? PACK[encoding](bytes) : bytes
  if (bytes.length <= MOST) response.setHeader('Content-Length', sent.length)
  response.end(sent)
}

const PACK = {
  br: (bytes: Buffer) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 3,
        // The window is how far back it looks, as a power of two: tables for a larger one would be made anew each time.
        [constants.BROTLI_PARAM_LGWIN]: 18,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => gzipSync(bytes),
}

function encodingOf(request: Request): keyof typeof PACK | null {
  if (request.acceptsEncodings('br') === 'br') return 'br'
  return request.acceptsEncodings('gzip') === 'gzip' ? 'gzip' : null
}
