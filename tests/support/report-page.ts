/** A cell as a page shows it: its first line, and the bare pieces behind "3 cs + 5 pc". */
export interface ShownCell {
  text: string
  pieces: string | null
}

/** The table of a report as its page has it. */
export interface ShownTable {
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
  const bodies = [...html.matchAll(/<tbody[^>]*>(.*?)<\/tbody>/gs)].map(([, body]) =>
    [...body!.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) => cellsOf(row!)),
  )
  const feet = [...html.matchAll(/<tfoot[^>]*>(.*?)<\/tfoot>/gs)].map(([, foot]) => cellsOf(foot!))
  // Each further table begins with the first column again.
  const joined = (parts: (ShownCell[] | undefined)[]) =>
    parts.flatMap((cells = [], at) => (at === 0 ? cells : cells.slice(1)))
  return {
    rows: (bodies[0] ?? []).map((_, row) => joined(bodies.map((body) => body[row]))),
    total: feet.length === 0 ? null : joined(feet),
    next: nextOf(html) ?? null,
  }
}

function cellsOf(row: string): ShownCell[] {
  return [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => {
    // The heading that a phone shows above each value is no part of it.
    const value = cell!.replace(/^<span[^>]*\bsm:hidden\b[^>]*>.*?<\/span>/s, '')
    const [first = ''] = value
      .replace(/<span[^>]*\bblock\b[^>]*>/g, '\n')
      .split('\n')
      .map((line) => decoded(line.replace(/<!-- -->/g, '').replace(/<[^>]*>/g, '')).trim())
      .filter(Boolean)
    return { text: first, pieces: /title="(-?\d+) pc"/.exec(value)?.[1] ?? null }
  })
}

function decoded(text: string): string {
  return text.replace(/&(\w+|#x?\d+);/g, (all, name: string) => ENTITIES[name] ?? all)
}
