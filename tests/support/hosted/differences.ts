/** What two answers to the same request may differ in, and what they may not. */
export const ALLOWED = [
  'a decimal number as a number, or as its text',
  'a moment in another spelling',
  'an id or a moment made by each database',
  'not found from a function: 500, or 404',
  'a refusal with the hint or the field that the embedded API adds',
] as const
type Kind = (typeof ALLOWED)[number] | 'ANOTHER'

/** A difference, where it is, and both sides. */
export interface Difference {
  kind: Kind
  at: string
  hosted: unknown
  embedded: unknown
}

/** An answer of either API; its body is read. */
export interface Answer {
  status: number
  body: unknown
}

/** An id, a moment, or a time of day, anywhere in a text: keys of rows and whole files have them. */
const MADE =
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?|\b\d\d:\d\d(?::\d\d)?\b|\b20\d{18}\b/g
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Compares answers of the hosted and the embedded API. Both make ids and moments of their own: the ids of one are those of
 * the other by the order in which they appear.
 */
export class Comparison {
  /** Ids of the embedded database, by those of the hosted one. */
  readonly ids = new Map<string, string>()
  readonly found: Difference[] = []
  readonly #began: number

  /** @param began before the first request, in milliseconds: later moments are made by each database */
  constructor(began: number) {
    this.#began = began
  }

  compare(at: string, hosted: Answer, embedded: Answer): void {
    if (hosted.status !== embedded.status) {
      const missing = hosted.status === 500 && embedded.status === 404 && codeOf(hosted) === 'P0002'
      this.#add(missing ? ALLOWED[3] : 'ANOTHER', `${at} status`, hosted, embedded)
    }
    this.#walk(at, hosted.body, embedded.body, hosted.status >= 400)
  }

  /** Returns a text with the ids of the embedded database. */
  translated(text: string): string {
    return text.replace(
      /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g,
      (id) => this.ids.get(id) ?? id,
    )
  }

  #walk(at: string, a: unknown, b: unknown, refused: boolean): void {
    if (Object.is(a, b)) return
    if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
      for (const [n, value] of a.entries()) this.#walk(`${at}[${n}]`, value, b[n], refused)
      return
    }
    if (isObject(a) && isObject(b)) {
      for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
        this.#walk(`${at}.${name}`, a[name], b[name], refused)
      return
    }
    this.#add(this.#kindOf(at, a, b, refused), at, a, b)
  }

  #kindOf(at: string, a: unknown, b: unknown, refused: boolean): Kind {
    const texts = [a, b].map(String) as [string, string]
    const types = [typeof a, typeof b].sort().join()
    if (types === 'number,string' && texts.every((text) => NUMBER.test(text)))
      if (Number(a) === Number(b)) return ALLOWED[0]
    const made = typeof a === 'string' && typeof b === 'string' ? this.#made(a, b) : null
    if (made) return made
    if (refused && /\.(details|hint)$/.test(at) && !a) return ALLOWED[4]
    return 'ANOTHER'
  }

  /** The kind of two texts that are the same but for ids and moments, each of which belongs to its database; else null. */
  #made(a: string, b: string): Kind | null {
    const [first, second] = [a.match(MADE) ?? [], b.match(MADE) ?? []]
    if (first.length === 0 || a.replace(MADE, '…') !== b.replace(MADE, '…')) return null
    let kind: Kind = ALLOWED[1]
    for (const [n, one] of first.entries()) {
      const other = second[n]!
      const [at, andAt] = [momentOf(one), momentOf(other)]
      if (one === other || (at === andAt && !Number.isNaN(at))) continue
      kind = ALLOWED[2]
      if (at > this.#began && andAt > this.#began) continue
      // A time of day, or a moment as a row of digits.
      if (!one.includes('-')) continue
      if (!Number.isNaN(at) || (this.ids.get(one) ?? other) !== other) return null
      this.ids.set(one, other)
    }
    return kind
  }

  #add(kind: Kind, at: string, hosted: unknown, embedded: unknown): void {
    this.found.push({ kind, at, hosted, embedded })
  }
}

/** Moments have their first hyphen after the year; an id is none. */
const momentOf = (text: string) => (text[4] === '-' ? Date.parse(text) : Number.NaN)

const codeOf = ({ body }: Answer) => (body as { code?: string } | null)?.code

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
