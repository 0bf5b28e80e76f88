import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** British spellings, each with the American one. "Cheque", "ageing" and "cancelled" are ours (docs/decisions/0050). */
const BRITISH: Record<string, string> = {
  colou: 'color',
  behaviou: 'behavior',
  favour: 'favor',
  neighbour: 'neighbor',
  honour: 'honor',
  'centre(?!d? on)': 'center',
  millimetre: 'millimeter',
  'labelled(?!by)': 'labeled',
  travelled: 'traveled',
  'fulfil(?!l|ment)': 'fulfill',
  organis: 'organiz',
  recognis: 'recogniz',
  normalis: 'normaliz',
  summaris: 'summariz',
  whilst: 'while',
  'grey\\b': 'gray',
}

/** Files that name a British spelling on purpose. */
const NAMED: readonly string[] = [
  // Headers of customers' own sheets are recognized in either spelling.
  'app/modules/inventory/products/import.ts',
  'scripts/words.test.ts',
]

const below = (...folders: string[]) =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    )
    .filter((file) => statSync(file).isFile() && !NAMED.includes(file))

/** Lists the British spellings of a text. */
const britishIn = (text: string): string[] =>
  Object.entries(BRITISH).flatMap(([british, american]) =>
    [...text.matchAll(new RegExp(`\\b${british}`, 'gi'))].map(
      ([found]) => `“${found}”: use “${american}”`,
    ),
  )

/** Names of columns in sheets that companies have, former names of ours among them. */
const SHEET_COLUMNS = 'app/modules/import/columns.ts'

describe('words', () => {
  it('name the document on a button: “Cancel booking”, not “Cancel it”', () => {
    const button =
      /["'>]\s*(?:Cancel|Void|Release|Deactivate|Reactivate|Reject|Undo|Remove) it[…"'<]/g
    const screens = below('app').filter((file) => file.endsWith('.tsx'))
    expect('<Button>Cancel it</Button>'.match(button)).toHaveLength(1)
    expect(screens.filter((file) => readFileSync(file, 'utf8').match(button))).toEqual([])
  })

  it('are spelled as in America', () => {
    expect(britishIn('cost centres')).toEqual(['“centre”: use “center”'])
    expect(britishIn('a cancelled cheque')).toEqual([])
    const files = below('app', 'server', 'supabase', 'scripts', 'tests', 'docs')
    const prose = files.filter(
      (file) =>
        /\.(tsx?|sql|html|md|mjs)$/.test(file) &&
        !/^docs\/(upstream|licenses)/.test(file) &&
        file !== SHEET_COLUMNS,
    )
    const violations = prose.flatMap((file) =>
      britishIn(readFileSync(file, 'utf8')).map((use) => `${file}: ${use}`),
    )
    expect(violations).toEqual([])
  })
})
