import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** British spellings, each with the American one. "Cheque" and "cancelled" are ours (docs/decisions/0050). */
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

/** Words that a finance manager does not use, each with what to write instead; in texts of screens, messages and mails. */
const UNCLEAR: Record<string, string> = {
  '\\bask(?:s|ed)\\b': 'requests, requested',
  '\\b(?:tells?|told)\\b': 'shows, contact',
  '\\bkept\\b': 'saved, remains',
  '\\banew\\b': 'again',
  '\\b(?:in|of) it\\b': 'the name of the thing',
  '\\bof these\\b': 'the name of the things',
  '\\b(?:has|have) to\\b': 'must',
  '\\b(?:some|no)body\\b': 'another user, no user',
  '\\bowes?\\b': 'balance, receivables',
  '\\bmeanwhile\\b': 'what was changed',
  '\\brefused\\b': 'rejected (a document), failed (a batch)',
  '(?<!e-)\\bmails?\\b(?! server)': 'e-mail',
  '\\bemails?\\b': 'e-mail',
  '\\bageing\\b': 'aging',
  '\\bpast due\\b': 'overdue',
  '\\bVatable\\b': 'VATable',
}

/** Texts with such a word: what the requirements and Supabase fix, and what people may type or have in a sheet. */
const FIXED: readonly string[] = [
  'Email',
  'Email address is in bad format.',
  'Email and password does not match.',
  'Email not verified.',
  'Reset password link is sent to your email',
  'agent email',
  'AR aging ageing debtors receivables owed overdue balances',
  // The embedded accounts answer as those of Supabase.
  'Unable to validate email address: invalid format',
  'A user with this email address has already been registered',
  'Invalid email verification type',
  'Email link is invalid or has expired',
  // Operators search the log for it.
  'A mail was not sent:',
  // A comment that a function writes.
  'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that ',
]

const PATTERNS = Object.entries(UNCLEAR).map(
  ([word, say]) => [new RegExp(word, word.includes('Vat') ? '' : 'i'), say] as const,
)

const unclearIn = (text: string): string[] =>
  FIXED.includes(text)
    ? []
    : PATTERNS.filter(([word]) => word.test(text)).map(([, say]) => `“${text}”: use ${say}`)

/** Tells whether a text is one for readers: a sentence or a label, and no name of a column, an address or a style. */
const isRead = (text: string) => /^[A-Z]|\S \S/.test(text) && !/[_[{]/.test(text)

/** Lists the texts of a screen: strings, parts of templates and what stands between tags. */
function textsOfScreen(file: string, code: string): string[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest)
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isJsxAttribute(node) && node.name.getText(source) === 'className') return
    if (ts.isCallExpression(node) && node.expression.getText(source).startsWith('console.')) return
    if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    )
      texts.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter(isRead)
}

/** Lists the strings of a schema outside its comments. */
function textsOfSchema(sql: string): string[] {
  let commenting = false
  const texts: string[] = []
  for (const [token] of sql.matchAll(/--[^\n]*|'(?:[^']|'')*'|;|\bcomment on\b/g)) {
    if (token === ';') commenting = false
    else if (token === 'comment on') commenting = true
    else if (token.startsWith("'") && !commenting) texts.push(token.slice(1, -1))
  }
  return texts.filter((text) => isRead(text) && !/[\n$]/.test(text))
}

/** Lists what a mail says. */
const textsOfMail = (html: string): string[] =>
  html
    .replace(/<(style|!--)[\s\S]*?(<\/style|--)>/g, '')
    .replace(/<\/?strong[^>]*>|\{\{.*?\}\}/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => /\S \S/.test(text))

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

  it('are those of finance and trade in screens, messages and mails', () => {
    const screen = `<p>Somebody has to look.</p>; const a = 'Kept anew'; console.log('of it x')`
    expect(textsOfScreen('a.tsx', screen).flatMap(unclearIn)).toHaveLength(4)
    const schema =
      "-- Nobody asks.\ncomment on table x is 'What is kept of it.';\nselect 'It is told.', 'Paid.';"
    expect(textsOfSchema(schema)).toEqual(['It is told.', 'Paid.'])
    expect(textsOfMail('<p>A <strong>mail</strong> came.</p>').flatMap(unclearIn)).toHaveLength(1)
    const read = (file: string) => readFileSync(file, 'utf8')
    const texts = [
      ...below('app', 'server')
        .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|database\.types/.test(file))
        .map((file) => [file, read(file)] as const)
        .filter(([, code]) => PATTERNS.some(([word]) => word.test(code)))
        .map(([file, code]) => [file, textsOfScreen(file, code)] as const),
      ...below('supabase/schemas')
        .filter((file) => file.endsWith('.sql'))
        .map((file) => [file, textsOfSchema(read(file))] as const),
      ...below('supabase/templates').map((file) => [file, textsOfMail(read(file))] as const),
    ]
    const unclear = texts.flatMap(([file, found]) =>
      found.flatMap(unclearIn).map((use) => `${file}: ${use}`),
    )
    expect(unclear).toEqual([])
    // Each exception is still a text of the product.
    const all = new Set(texts.flatMap(([, found]) => found))
    expect(FIXED.filter((text) => !all.has(text))).toEqual([])
  })
})
