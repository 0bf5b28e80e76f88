/** Returns the query of an address without its page: after another filter or order, the list begins again. */
export function withoutCursor(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('after')
  next.delete('before')
  return next
}

/** Returns the address of a list's first page, with its filters. */
export function firstPage(search: URLSearchParams): string {
  return `?${withoutCursor(search)}`
}
