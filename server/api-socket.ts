import { existsSync, unlinkSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Backend } from './backend.ts'

/**
 * A running server's side door: the Supabase API on a socket in its data folder, mode 600, so that
 * command line tools of the same user reach the embedded database, which only one process may open.
 */
export async function openApiSocket(backend: Backend): Promise<() => Promise<void>> {
  if (!backend.folder) return async () => {}
  const socket = path.join(backend.folder, 'api.sock')
  if (existsSync(socket)) unlinkSync(socket)
  const server = http.createServer((incoming, outgoing) => {
    relay(backend, incoming, outgoing, incoming.url ?? '/').catch(() => outgoing.destroy())
  })
  const umask = process.umask(0o177)
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  process.umask(umask)
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/** Passes one HTTP request on to the backend's API and its answer back; `read` is its body, if read already. */
export async function relay(
  backend: Backend,
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
  apiPath: string,
  read?: Buffer,
): Promise<void> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined && !HOP_BY_HOP.has(name)) headers.set(name, String(value))
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const response = await backend.fetch(new URL(apiPath, backend.url), {
    method: incoming.method,
    headers,
    body: hasBody ? (read ?? (Readable.toWeb(incoming) as ReadableStream)) : null,
    duplex: 'half',
  } as RequestInit)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
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

/** A `fetch` over the side door of a running server. */
export function socketFetch(socketPath: string): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : null
    return new Promise<Response>((resolve, reject) => {
      const outgoing = http.request(
        {
          socketPath,
          path: url.pathname + url.search,
          method: request.method,
          headers: {
            ...Object.fromEntries(request.headers),
            ...(body ? { 'content-length': body.length } : {}),
          },
        },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          incoming.on('end', () => {
            const status = incoming.statusCode ?? 500
            const headers = new Headers()
            for (const [name, value] of Object.entries(incoming.headers))
              if (value) headers.set(name, String(value))
            resolve(
              new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), {
                status,
                headers,
              }),
            )
          })
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }
}
