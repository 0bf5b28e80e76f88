import type http from 'node:http'
import { Readable } from 'node:stream'

/** An API that requests are passed on to, by its own `fetch`. */
export interface Api {
  url: string
  fetch: typeof fetch
}

/** Passes one HTTP request on to an API and its answer back; `read` is its body, if read already. */
export async function relay(
  api: Api,
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
  apiPath: string,
  read?: Uint8Array,
): Promise<void> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined && !HOP_BY_HOP.has(name)) headers.set(name, String(value))
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const response = await api.fetch(new URL(apiPath, api.url), {
    method: incoming.method,
    headers,
    body: hasBody ? (read ?? (Readable.toWeb(incoming) as ReadableStream)) : null,
    duplex: 'half',
  } as RequestInit)
  // The library invites pages of every other site; no page of ours or of others calls this way.
  const answered = [...response.headers].filter(
    ([name]) => !name.startsWith('access-control-') && name !== 'cache-control',
  )
  // Rows and files are of a person's own: no cache on the way keeps them.
  outgoing.setHeader('Cache-Control', 'private, no-store')
  outgoing.writeHead(response.status, Object.fromEntries(answered))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

const HOP_BY_HOP = new Set([
  'connection',
  'host',
  'transfer-encoding',
  'content-length',
  'keep-alive',
  'cookie',
])
