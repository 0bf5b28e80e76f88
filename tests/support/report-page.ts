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

/** Reads the one table of a report out of a page. */
export function readTable(html: string): ShownTable {
  const body = /<tbody[^>]*>(.*?)<\/tbody>/s.exec(html)?.[1] ?? ''
  const foot = /<tfoot[^>]*>(.*?)<\/tfoot>/s.exec(html)?.[1]
  const pages = /<nav aria-label="Pages".*?<\/nav>/s.exec(html)?.[0] ?? ''
  const next = /href="([^"]*after=[^"]*)"/.exec(pages)?.[1]
  return {
    rows: [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) => cellsOf(row!)),
    total: foot === undefined ? null : cellsOf(foot),
    next: next === undefined ? null : decoded(next),
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
