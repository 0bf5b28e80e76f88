/** Where a list begins, its filters kept. */
export function firstPage(search: URLSearchParams): string {
  const next = new URLSearchParams(search)
  next.delete('after')
  next.delete('before')
  return `?${next}`
}
