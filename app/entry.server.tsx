import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  HandleDataRequestFunction,
  LoaderFunctionArgs,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { fileReply } from '~/modules/prints/pdf.server'
import { NonceContext } from '~/platform/browser/nonce'
import { wordSchemas } from '~/platform/forms/zod-messages'
import { RETRY_SECONDS } from '~/platform/request/errors'
import { loggedPath } from '~/platform/request/logged-path'

wordSchemas()

// The server sends these, as jobs and not for a request.
export { makeDigestMail } from '~/modules/home/digest.server'
export { makeNotificationMail, makePushes } from '~/modules/notifications/make-mail.server'
export { makeReportMail } from '~/modules/reports/mails/make-mail.server'

const encoder = new TextEncoder()

/**
 * Renders a document as one text, or writes its papers as a PDF. No part of a page comes later than the rest, and React's streams copy each of its
 * thousands of pieces into a buffer of its own, a fifth of the work of a list.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const pdf = await fileReply(request, remix.staticHandlerContext, context)
  if (pdf) return pdf
  const { nonce } = context
  const html = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remix} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (status === 503) headers.set('Retry-After', String(RETRY_SECONDS))
  // A text would be looked through once more for halves of characters, which takes longer than to encode it.
  return new Response(encoder.encode(`<!DOCTYPE html>${html}`), { headers, status })
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
  // The library refuses an address of no page itself: that is the client's error.
  const isRefused = (isRouteErrorResponse(error) || error instanceof Response) && error.status < 500
  if (request.signal.aborted || isRefused) return
  const path = loggedPath(new URL(request.url).pathname)
  console.error(`[${context.requestId}] ${request.method} ${path}`, error)
}
