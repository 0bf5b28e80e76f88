import { writtenDay } from '../values/dates'
import { idOf } from '../values/ids'

/** Letters that the database takes of a text that is looked for (`private.read_text`). */
const LONGEST = 200

/** Cuts a text that is looked for as the database does. */
export const shortText = (value: string): string => value.trim().slice(0, LONGEST)

/**
 * Reads the query of an address by the names of its fields. A value that is invalid for its field
 * counts as missing.
 */
export function readSearchParams(of: string | URLSearchParams) {
  const search = typeof of === 'string' ? new URL(of).searchParams : of
  const text = (name: string) => shortText(search.get(name) ?? '') || null
  const word = <T extends string>(name: string, known: readonly T[]): T | null =>
    known.find((each) => each === text(name)) ?? null
  return {
    text,
    /** Returns the value when it is one of these words. */
    word,
    /** The value of one of these options. */
    option: <T extends string>(name: string, options: readonly { value: T }[]) =>
      word(
        name,
        options.map(({ value }) => value),
      ),
    id: (name: string) => idOf(text(name)),
    day: (name: string) => writtenDay(text(name) ?? ''),
    /** A box that was ticked. */
    yes: (name: string) => search.get(name) === '1',
  }
}
