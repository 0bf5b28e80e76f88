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
export function watched(
  inner: typeof fetch,
  { calls, log, requestId, slowMs }: Watch,
): typeof fetch {
  return async (input, init) => {
    const began = performance.now()
    try {
      const response = await inner(input, init)
      if (response.status >= 400) calls.refusal = (await codeOf(response)) ?? calls.refusal
      return response
    } finally {
      const ms = performance.now() - began
      calls.count += 1
      calls.ms += ms
      if (ms >= slowMs)
        log.warn(
          {
            request: requestId,
            method: init?.method ?? 'GET',
            call: addressOf(input),
            ms: Math.round(ms),
          },
          'slow query',
        )
    }
  }
}

function addressOf(input: Parameters<typeof fetch>[0]): string {
  return new URL(input instanceof Request ? input.url : input).pathname
}

async function codeOf(response: Response): Promise<string | undefined> {
  try {
    const { hint, error_code, code } = (await response.clone().json()) as Record<string, unknown>
    return String(hint || error_code || code || '') || undefined
  } catch {
    return undefined
  }
}
