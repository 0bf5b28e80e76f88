import { Transform } from 'node:stream'
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
  type HandleDataRequestFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { NonceContext } from '~/platform/browser/nonce'
import { wordSchemas } from '~/platform/forms/zod-messages'
import { RETRY_SECONDS } from '~/platform/request/errors'

wordSchemas()

const RENDER_TIMEOUT_MS = 5000

/** Renders a document. Crawlers get it whole, people as it comes. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let sent = false
    const send = () => {
      sent = true
      headers.set('Content-Type', 'text/html; charset=utf-8')
      if (status === 503) headers.set('Retry-After', String(RETRY_SECONDS))
      const body = inWholes()
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
      stream.pipe(body)
    }
    const stream = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer
          context={remix}
          url={request.url}
          abortDelay={RENDER_TIMEOUT_MS}
          nonce={nonce}
        />
      </NonceContext.Provider>,
      {
        nonce,
        [isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady']: send,
        onShellError: reject,
        onError(error: unknown) {
          status = 500
          // Before the shell is sent, onShellError reports the same error.
          if (sent) console.error(error)
        },
      },
    )
    setTimeout(stream.abort, RENDER_TIMEOUT_MS).unref()
  })
}

/**
 * Joins what React writes two kilobytes at a time until it says that this is all for now: each piece would be packed and
 * sent by itself. React 18 ends a piece with zero bytes where a letter of several bytes did not fit into the rest of it:
 * UTF-8 has no such byte, and browsers take one in an attribute for a broken letter.
 */
function inWholes(): Transform {
  let pieces: Buffer[] = []
  const stream = new Transform({
    transform(piece: Buffer, _, done) {
      let end = piece.length
      while (end > 0 && piece[end - 1] === 0) end--
      pieces.push(piece.subarray(0, end))
      done()
    },
    flush(done) {
      send()
      done()
    },
  })
  const send = () => {
    const whole = Buffer.concat(pieces)
    pieces = []
    if (whole.length > 0) stream.push(whole)
  }
  // React calls this, as it does of streams that compress.
  return Object.assign(stream, { flush: send })
}

/**
 * Gives errors of client navigations the number under which they are in the log; documents have it
 * from the root loader.
 */
export const handleDataRequest: HandleDataRequestFunction = async (response, { context }) => {
  const { requestId } = context as unknown as AppLoadContext
  const json = response.headers.get('Content-Type')?.includes('json')
  if (response.status < 400 || !json || !isError(response)) return response
  const body = (await response.json()) as Record<string, unknown>
  const marked = response.headers.has('X-Remix-Error')
    ? { ...body, message: `Reference ${requestId}` }
    : { ...body, requestId }
  const headers = new Headers(response.headers)
  headers.delete('Content-Length')
  return new Response(JSON.stringify(marked), { status: response.status, headers })
}

function isError(response: Response): boolean {
  return response.headers.has('X-Remix-Error') || response.headers.has('X-Remix-Catch')
}

/** Writes what went wrong, with the request's number, for whoever reads the log. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return
  console.error(`[${context.requestId}] ${request.method} ${new URL(request.url).pathname}`, error)
}
