import { sourceOf } from '../../request-source.ts'
import type { WireRequest } from '../protocol.ts'

const encoder = new TextEncoder()

/** Reads what `fetch` was given as it would be sent. Most are an address, headers and a text: no `Request` is made for them. */
export async function wireRequest(
  id: number,
  input: Parameters<typeof fetch>[0],
  init: RequestInit = {},
): Promise<WireRequest> {
  const source = sourceOf(init)
  const { body = null } = init
  const headers = new Headers(init.headers)
  const plain =
    !(input instanceof Request) &&
    (body === null || (typeof body === 'string' && headers.has('content-type')))
  if (plain) {
    const method = (init.method ?? 'GET').toUpperCase()
    const bytes = body === null ? null : (encoder.encode(body).buffer as ArrayBuffer)
    return { id, method, url: String(input), headers: [...headers], body: bytes, source }
  }
  const request = new Request(input, init)
  return {
    id,
    method: request.method,
    url: request.url,
    headers: [...request.headers],
    body: request.body ? await request.arrayBuffer() : null,
    source,
  }
}

/** Returns the value of a header by its name in small letters, in which `fetch` gives all of them. */
export const headerOf = ({ headers }: Pick<WireRequest, 'headers'>, name: string) =>
  headers.find(([key]) => key === name)?.[1]

/** Returns the signal of who waits for the answer: the caller's own, with nothing in between that could lose the word. */
export function waitingSignal(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): AbortSignal | null {
  return init?.signal ?? (input instanceof Request ? input.signal : null)
}
