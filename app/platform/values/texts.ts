/** The most letters of an amount, a price, a discount, a quantity or a day that somebody types. */
const LONGEST_TYPED = 100

/** Returns a text as searches compare it, as private.search_text does: in lower case and without accents. */
export function searchText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC')
}

/** Returns what was typed with single spaces, for its reader; null when it is too long to be a value. */
export function typedWords(text: string): string | null {
  const typed = text.trim()
  return typed.length > LONGEST_TYPED ? null : typed.replace(/\s+/g, ' ')
}

/**
 * Returns a text in three parts: before a mark, up to the next other mark, and behind that; null when a mark is missing. A
 * regular expression would look for the second mark again from each of the first.
 */
export function between(
  text: string,
  open: string,
  close: string,
): { before: string; inside: string; after: string } | null {
  const start = text.indexOf(open)
  const inside = start + open.length
  const end = start < 0 ? -1 : text.indexOf(close, inside)
  if (end < 0) return null
  return {
    before: text.slice(0, start),
    inside: text.slice(inside, end),
    after: text.slice(end + close.length),
  }
}

/** Returns a header without what it says in brackets: "Cost (PHP)" is "Cost ". */
export function withoutBrackets(header: string): string {
  const [first, last] = [header.indexOf('('), header.lastIndexOf(')')]
  return first < 0 || last < first ? header : header.slice(0, first) + header.slice(last + 1)
}
