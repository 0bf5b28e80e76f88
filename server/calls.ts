import type { Logger } from 'pino'

/**
 * Counts the calls of one web request to the database and the identity provider, for its line in
 * the log.
 */
export interface Calls {
  count: number
  /** Together; those asked side by side count both. */
  ms: number
  /** The hint of the last refusal by a function (`credit_exceeded`), otherwise its code. */
  refusal?: string
}

export interface Watch {
  calls: Calls
  log: Logger
  requestId: string
  /** Calls of this many milliseconds or more get a line of their own in the log. */
  slowMs: number
}

/**
 * A `fetch` to the API that counts into the request's line, and notes what is slow: method and address
 * without its query, which holds business data.
 */
export function watched(inner: typeof fetch, watch: Watch): typeof fetch {
  return async (input, init) => {
    const began = performance.now()
    try {
      const response = await inner(input, init)
      if (response.status >= 400) noteRefusal(watch, await contentOf(response))
      return response
    } finally {
      countCall(watch, began, init?.method ?? 'GET', () => addressOf(input))
    }
  }
}

/** Counts a call that has ended, and writes a line of its own when it was slow. */
export function countCall(
  { calls, log, requestId, slowMs }: Watch,
  began: number,
  method: string,
  address: () => string,
): void {
  const ms = performance.now() - began
  calls.count += 1
  calls.ms += ms
  if (ms >= slowMs)
    log.warn({ request: requestId, method, call: address(), ms: Math.round(ms) }, 'slow query')
}

/** Keeps the word for a refusal, for the request's line. */
export function noteRefusal({ calls }: Watch, content: Record<string, unknown>): void {
  const { hint, error_code, code } = content
  calls.refusal = String(hint || error_code || code || '') || calls.refusal
}

function addressOf(input: Parameters<typeof fetch>[0]): string {
  return new URL(input instanceof Request ? input.url : input).pathname
}

async function contentOf(response: Response): Promise<Record<string, unknown>> {
  try {
    return ((await response.clone().json()) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}
