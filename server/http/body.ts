import type { IncomingMessage, ServerResponse } from 'node:http'

/** Longest time that a client may take for sending one body. */
const BODY_MS = 30_000

/** A body that is not read, with the status that says why. */
export class RefusedBody extends Error {
  readonly status: 408 | 413
  constructor(status: 408 | 413, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Reads a request's body, whether or not it tells its length.
 *
 * @param limit of its bytes.
 * @throws RefusedBody as soon as it is too large or takes too long, with no more of it in memory than the limit.
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  within = BODY_MS,
): Promise<Buffer> {
  const large = () => new RefusedBody(413, `At most ${limit} bytes can be sent to this address.`)
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(large())
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let length = 0
    const end = (error?: Error) => {
      clearTimeout(timer)
      request.off('data', add)
      request.pause()
      if (error) reject(error)
      else resolve(Buffer.concat(parts))
    }
    const add = (part: Buffer) => {
      length += part.length
      if (length > limit) end(large())
      else parts.push(part)
    }
    const timer = setTimeout(() => end(new RefusedBody(408, 'The body did not arrive.')), within)
    request.on('data', add)
    request.once('end', () => end())
    request.once('error', end)
    request.once('aborted', () => end(new RefusedBody(408, 'The body did not arrive.')))
  })
}

/** Time in which a client may read why its body is refused, before the connection is cut. */
const LINGER_MS = 1000

/** Closes the connection of a refused request, whose body is thrown away. */
export function closeAfter(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close')
  response.once('finish', () => {
    request.resume()
    const cut = setTimeout(() => request.destroy(), LINGER_MS)
    request.once('close', () => clearTimeout(cut))
  })
}
