import { isDeepStrictEqual } from 'node:util'
import type { BooksCompany } from './books.ts'
import { figures } from './figures.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Returns the paths at which two values of the same shape differ, with the model's value and the
 * found one.
 */
function paths(at: string, said: unknown, found: unknown): string[] {
  if (isDeepStrictEqual(said, found)) return []
  if (typeof said !== 'object' || typeof found !== 'object' || !said || !found)
    return [`${at}: ${JSON.stringify(said)} by the rules, ${JSON.stringify(found)} in the database`]
  const one = said as Record<string, unknown>
  const other = found as Record<string, unknown>
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
    paths(`${at}.${key}`, one[key], other[key]),
  )
}

/** Documents that were there before and have another version now. */
const changed = (before: Record<string, number>, now: Record<string, number>) =>
  Object.keys(before)
    .filter((id) => id in now && now[id] !== before[id])
    .sort()

/**
 * Returns all differences between the database and the model: facts, computed figures, and the
 * documents that changed since `before`.
 */
export function modelDifferences(
  company: BooksCompany,
  before: Record<string, number>,
  found: Snapshot,
): string[] {
  const gone = (versions: Record<string, number>) =>
    Object.fromEntries(Object.entries(versions).filter(([id]) => id in found.versions))
  return [
    ...paths('', company.books, found.books),
    ...paths('figures', figures(company), found.figures),
    ...paths('changed', changed(before, gone(company.versions)), changed(before, found.versions)),
  ]
}
