import type { Logger } from 'pino'

/** What one web request asked of the database and the identity provider; its line in the log says it. */
export interface Calls {
  count: number
  /** Together; those asked side by side count both. */
  ms: number
  /** Of the last refusal: a function's hint (`credit_exceeded`), else the code. */
  refusal?: string
}

export interface Watch {
  calls: Calls
  log: Logger
  requestId: string
  /** From how many milliseconds on a call has a line of its own. */
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
