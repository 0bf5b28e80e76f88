/** Says whose a request to the embedded API is, besides its token. It travels beside the request, where no header reaches it. */
export interface AskedBy {
  /** It came from outside, through the public API: narrower limits hold. */
  outside: boolean
  /** The address of the client, by which requests without a person are told apart. */
  address: string | null
}

/** Makes a `fetch` to the embedded API that says who asks. */
export function askedBy(inner: typeof fetch, by: AskedBy): typeof fetch {
  return (input, init) => inner(input, { ...init, by } as RequestInit)
}

/** Returns what `askedBy` said of a request; the server's own questions say nothing. */
export function whoAsks(init: RequestInit | undefined): AskedBy | null {
  return (init as { by?: AskedBy } | undefined)?.by ?? null
}
