/** A cell as a page shows it: its first line, and the bare pieces behind "3 cs + 5 pc". */
export interface ShownCell {
  text: string
  pieces: string | null
}

/** The table of a report as its page has it. */
export interface ShownTable {
  headers: string[]
  rows: ShownCell[][]
  /** Cells of the grand total; null when there are no rows. */
  total: ShownCell[] | null
  /** Address of the next page. */
  next: string | null
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
}

/** The address of the next page of a list. */
export function nextOf(html: string): string | undefined {
  const pages = /<nav aria-label="Pages".*?<\/nav>/s.exec(html)?.[0] ?? ''
  const next = /href="([^"]*after=[^"]*)"/.exec(pages)?.[1]
  return next && decoded(next)
}

/** Reads the table of a report out of a page; what goes on in further tables on paper counts as one. */
export function readTable(html: string): ShownTable {
  // A table has a body for each group, and repeats the header of one that goes on from the page before.
  const bodies = [...html.matchAll(/<table[^>]*>(.*?)<\/table>/gs)].map(([, table]) =>
    [...table!.matchAll(/<tbody[^>]*>(.*?)<\/tbody>/gs)].flatMap(([, body]) =>
      [...body!.matchAll(/<tr(?![^>]*data-continued)[^>]*>(.*?)<\/tr>/gs)].map(([, row]) =>
        cellsOf(row!),
      ),
    ),
  )
  const feet = [...html.matchAll(/<tfoot[^>]*>(.*?)<\/tfoot>/gs)].map(([, foot]) => cellsOf(foot!))
  const heads = [...html.matchAll(/<thead[^>]*>(.*?)<\/thead>/gs)].map(([, head]) =>
    [...head!.matchAll(/<th[\s>].*?<\/th>/gs)].map(([cell]) => textIn(cell)),
  )
  // Each further table begins with the columns that name a row again.
  const again = heads.map((head, at) =>
    at === 0 ? 0 : head.findIndex((text) => !heads[0]!.includes(text)),
  )
  const joined = <T>(parts: (T[] | undefined)[]) =>
    parts.flatMap((cells = [], at) => cells.slice(again[at]))
  return {
    headers: joined(heads),
    rows: (bodies[0] ?? []).map((_, row) => joined(bodies.map((body) => body[row]))),
    total: feet.length === 0 ? null : joined(feet),
    next: nextOf(html) ?? null,
  }
}

function cellsOf(row: string): ShownCell[] {
  return [...row.matchAll(/<td([^>]*)>(.*?)<\/td>/gs)].flatMap(([, of, cell]) => {
    // The name that a phone shows before a total is no part of it.
    const value = cell!.replace(/^<span[^>]*\bsm:hidden\b[^>]*>.*?<\/span>/s, '')
    const [first = ''] = value
      .replace(/<span[^>]*\bblock\b[^>]*>/g, '\n')
      .split('\n')
      .map(textIn)
      .filter(Boolean)
    // The name of a group spans the columns before its first sum.
    const spanned = Number(/colspan="(\d+)"/i.exec(of!)?.[1] ?? 1) - 1
    const none = { text: '', pieces: null }
    return [
      { text: first, pieces: /title="(-?\d+) pc"/.exec(value)?.[1] ?? null },
      ...Array.from({ length: spanned }, () => none),
    ]
  })
}

/** The text of a piece of a page, without its tags. */
const textIn = (html: string) =>
  decoded(html.replace(/<!-- -->/g, '').replace(/<[^>]*>/g, '')).trim()

function decoded(text: string): string {
  return text.replace(/&(\w+|#x?\d+);/g, (all, name: string) => ENTITIES[name] ?? all)
}
