/** Says where a request to the embedded API comes from. It travels beside the request, where no header can set it. */
export interface RequestSource {
  /** True for a client of the public API, for which narrower limits hold. */
  external: boolean
  /** The client's IP address, which tells requests without a token apart. */
  address: string | null
}

/** Returns a `fetch` to the embedded API that states the source of its requests. */
export function withSource(inner: typeof fetch, source: RequestSource): typeof fetch {
  return (input, init) => inner(input, { ...init, source } as RequestInit)
}

/** Returns the source that `withSource` stated; null for the server's own requests. */
export function sourceOf(init: RequestInit | undefined): RequestSource | null {
  return (init as { source?: RequestSource } | undefined)?.source ?? null
}
