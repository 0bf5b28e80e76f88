import { unzipSync } from 'fflate'
import Papa from 'papaparse'

/** Texts that a spreadsheet may take for a formula. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/
/** An amount or a percentage below zero. */
const NUMBER = /^-\d+(\.\d+)?%?$/

/** Texts of a file that begin like a formula: those that stay texts, and those that a spreadsheet would run. */
export interface FormulaTexts {
  kept: string[]
  run: string[]
}

/** Looks at the cells of an Excel or CSV file; anything else has none. */
export function formulaTexts(type: string, bytes: Uint8Array): FormulaTexts {
  if (type.startsWith('text/csv')) return ofCsv(new TextDecoder().decode(bytes))
  return type.includes('spreadsheetml') ? ofWorkbook(bytes) : { kept: [], run: [] }
}

function ofCsv(text: string): FormulaTexts {
  const cells = Papa.parse<string[]>(text.replace(/^\uFEFF/, '')).data.flat()
  // A leading apostrophe makes a text of what follows.
  return {
    kept: cells.filter((cell) => cell.startsWith("'") && FORMULA.test(cell.slice(1))),
    run: cells.filter((cell) => FORMULA.test(cell) && !NUMBER.test(cell)),
  }
}

function ofWorkbook(bytes: Uint8Array): FormulaTexts {
  const parts = unzipSync(bytes)
  const part = (name: string) => new TextDecoder().decode(parts[name] ?? new Uint8Array())
  const [, list = ''] = /<cellXfs [^>]*>(.*)<\/cellXfs>/s.exec(part('xl/styles.xml')) ?? []
  const quoted = (list.match(/<xf [^>]*>/g) ?? []).map((style) => style.includes('quotePrefix="1"'))
  const shared = [...part('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item]) =>
    [...item!.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => plain(text!)).join(''),
  )
  const texts: FormulaTexts = { kept: [], run: [] }
  for (const name of Object.keys(parts).filter((one) => one.startsWith('xl/worksheets/sheet')))
    for (const [, attributes = '', content = ''] of part(name).matchAll(
      /<c ([^>]*?)>(.*?)<\/c>/gs,
    )) {
      const [, style = '0'] = / s="(\d+)"/.exec(attributes) ?? []
      const [, index] = /<v>(\d+)<\/v>/.exec(content) ?? []
      const inline = /<is>.*?<t[^>]*>(.*?)<\/t>/s.exec(content)?.[1]
      const text = attributes.includes('t="s"') ? shared[Number(index)] : inline && plain(inline)
      if (text === undefined || !FORMULA.test(text)) continue
      texts[quoted[Number(style)] ? 'kept' : 'run'].push(text)
    }
  return texts
}

const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
