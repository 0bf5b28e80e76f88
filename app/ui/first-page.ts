/** Returns the address of a list's first page, with its filters. */
export function firstPage(search: URLSearchParams): string {
  const next = new URLSearchParams(search)
  next.delete('after')
  next.delete('before')
  return `?${next}`
}
