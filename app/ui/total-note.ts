/** Returns the note of a total that leaves documents out, such as `excl. 3 pending, 1 cancelled`; undefined for none. */
export function excluded(
  documents: readonly (readonly [count: number, name: string])[],
): string | undefined {
  const parts = documents
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count.toLocaleString('en-US')} ${name}`)
  return parts.length > 0 ? `excl. ${parts.join(', ')}` : undefined
}

/** Returns how many rows of a selection are unusual, such as `5 not invoiced`; false for none. */
export function unusual<Row>(
  rows: readonly Row[],
  is: (row: Row) => boolean,
  name: string,
): string | false {
  const count = rows.filter(is).length
  return count > 0 && `${count.toLocaleString('en-US')} ${name}`
}
