import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type ServerBuild,
} from '@remix-run/node'
import type { Response as Answer, Request as Asked, RequestHandler } from 'express'
import { beginAtOnce, type Contexts } from './begin-at-once.ts'
import { dataText, withData } from './data-response.ts'
import { sendWhole } from './whole-answer.ts'

/** Makes what loaders and actions of a request get. */
export type GetContexts = (request: Asked, response: Answer) => Promise<Contexts>

interface Parts {
  build: ServerBuild
  mode: string
  getContexts: GetContexts
}

/** Matches what pages and data are, whose whole text is known before it is sent; files are streams. */
const WHOLE = /^(?:text\/html|application\/json)\b/

/**
 * Hands requests to Remix as its adapter for Express does, but sends pages and data as one piece: as a stream, each goes
 * through four objects, and a stream of the compression is made for it.
 */
export function remixHandler({ build, mode, getContexts }: Parts): RequestHandler {
  const handle = createRequestHandler(withData(build), mode)
  return async (request, response, next) => {
    try {
      const asked = toRequest(request, response)
      const contexts = await getContexts(request, response)
      const page = await beginAtOnce(contexts, (context) => handle(asked, context))
      await send(request, response, page)
    } catch (error) {
      next(error)
    }
  }
}

/** Makes Remix's request; its signal aborts when the client has gone before the answer. */
function toRequest(request: Asked, response: Answer): Request {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one)
  const { method, originalUrl } = request
  const init: RequestInit = { method, headers, signal: gone.signal }
  if (method !== 'GET' && method !== 'HEAD')
    Object.assign(init, { body: createReadableStreamFromReadable(request), duplex: 'half' })
  return new Request(`${response.locals.origin}${originalUrl}`, init)
}

async function send(request: Asked, response: Answer, page: Response): Promise<void> {
  response.statusMessage = page.statusText
  response.status(page.status)
  for (const [name, value] of page.headers) response.append(name, value)
  const data = dataText(page)
  if (data !== null) return sendWhole(request, response, Buffer.from(data))
  const { body } = page
  if (!body) response.end()
  else if (WHOLE.test(page.headers.get('Content-Type') ?? ''))
    sendWhole(request, response, Buffer.from(await page.arrayBuffer()))
  else await sendPieces(response, body as unknown as AsyncIterable<Uint8Array>)
}

/** Sends a file as fast as its reader takes it: what it does not take yet is not made. Whoever has gone ends it. */
async function sendPieces(response: Answer, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let goOn = () => {}
  for (const event of ['drain', 'close']) response.on(event, () => goOn())
  for await (const piece of pieces) {
    const waits = !response.write(piece)
    if (response.destroyed) return
    if (waits)
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
  }
  response.end()
}
