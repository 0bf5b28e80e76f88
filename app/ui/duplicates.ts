/**
 * Whether the person has been shown all of these and said that it is meant: `again` is the tick of `DuplicateWarning`,
 * which names those that were seen.
 */
export function isSeen(duplicates: readonly { id: string }[], again: unknown): boolean {
  const seen = typeof again === 'string' ? again.split(',') : []
  return duplicates.every(({ id }) => seen.includes(id))
}
