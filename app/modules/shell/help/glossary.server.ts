import text from '../../../../docs/glossary.md?raw'

/** A term of the glossary, as the help shows it. */
export interface Term {
  term: string
  meaning: string
  /** The short form on papers; empty for none. */
  short: string
}

/** Returns a cell of the glossary without the marks of Markdown. */
function plain(cell: string): string {
  const [first = '', ...links] = cell.split('](')
  const rest = links.map((link) => link.slice(link.indexOf(')') + 1))
  return [first, ...rest].join('').replaceAll('[', '').replaceAll('`', '').trim()
}

/** Reads the sections of the glossary by title: each is a table of term, meaning, place and abbreviation. */
export function readGlossary(markdown: string): Map<string, Term[]> {
  const sections = markdown.split(/^## /m).slice(1)
  return new Map(
    sections.map((section) => {
      const [title = '', ...lines] = section.split('\n')
      const rows = lines.filter((line) => line.startsWith('|')).slice(2)
      const terms = rows.map((row) => {
        const [, term = '', meaning = '', , short = ''] = row.split('|').map(plain)
        return { term, meaning, short }
      })
      return [title.trim(), terms] as const
    }),
  )
}

/** The one list of terms (docs/glossary.md), which is part of the build. */
export const GLOSSARY = readGlossary(text)
