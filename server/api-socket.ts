import { existsSync, unlinkSync } from 'node:fs'
import http from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { type Api, relay } from './relay.ts'

/**
 * Opens the Supabase API on a socket in the data folder, mode 600, so that command line tools of the same user
 * reach the embedded database, which only one process may open.
 */
export async function openApiSocket(api: Api, folder: string | null): Promise<() => Promise<void>> {
  if (!folder) return async () => {}
  const socket = socketIn(folder)
  if (existsSync(socket)) unlinkSync(socket)
  const server = http.createServer((incoming, outgoing) => {
    relay(api, incoming, outgoing, incoming.url ?? '/').catch(() => outgoing.destroy())
  })
  const umask = process.umask(0o177)
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  process.umask(umask)
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/** Names the socket of the server that runs on a data folder. */
export const socketIn = (folder: string) => path.join(folder, 'api.sock')

/** Returns true when a server listens on a socket; one that was killed leaves its socket behind. */
export async function listens(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false))
    connection.once('connect', () => connection.destroy())
  })
}

/** Makes a `fetch` over the socket of a running server. */
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
