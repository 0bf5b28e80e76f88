/** Returns the note of a total that leaves documents out, such as `excl. 3 pending, 1 cancelled`; undefined for none. */
export function excluded(
  documents: readonly (readonly [count: number, name: string])[],
): string | undefined {
  const parts = documents
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count.toLocaleString('en-US')} ${name}`)
  return parts.length > 0 ? `excl. ${parts.join(', ')}` : undefined
}
