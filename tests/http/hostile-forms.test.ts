import { expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { testServer } from '../support/server.ts'
import { workbookParts, zipFiles } from '../support/workbook.ts'

const server = testServer()

/** Milliseconds in which another person's page is answered, also on a busy machine; what is sent here held it for longer. */
const AWAITED = 10_000

const SPACES = ' '.repeat(200_000)
const urlencoded = (fields: [string, string][]) => new URLSearchParams(fields)
const parts = workbookParts([['Code'], ['1']])
const packed = (sheet: string) =>
  zipFiles({
    ...parts,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  })
const sheet = (content: string | Buffer, name: string) => {
  const body = new FormData()
  body.append('intent', 'read')
  body.append('file', new File([content as BlobPart], name))
  return body
}
const moved = zipFiles({
  ...parts,
  'xl/_rels/workbook.xml.rels': parts['xl/_rels/workbook.xml.rels']!.replace(
    'worksheets/',
    'other/',
  ),
  'xl/other/sheet1.xml':
    '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
})

const products = paths.inventory.addProduct
const imports = paths.imports.kind('products')
const HOSTILE: [what: string, path: string, body: () => URLSearchParams | FormData][] = [
  ['a price', products, () => urlencoded([['def_cost', `1${SPACES}x`]])],
  [
    'a price as long as a field',
    products,
    () => urlencoded([['def_cost', `1${SPACES.slice(0, 19_000)}x`]]),
  ],
  ['an amount', products, () => urlencoded([['def_srp', `0.${'0'.repeat(200_000)}x`]])],
  ['a name, over and over', products, () => urlencoded(Array(100_000).fill(['a', '1']))],
  [
    'many names',
    products,
    () => urlencoded(Array.from({ length: 100_000 }, (_, at) => [`a${at}`, '1'])),
  ],
  [
    'pasted rows',
    imports,
    () =>
      urlencoded([
        ['intent', 'read'],
        ['pasted', `Code,(${'('.repeat(200_000)}\n1,2`],
      ]),
  ],
  [
    'a column in the text of a form',
    imports,
    () =>
      urlencoded([
        ['intent', 'check'],
        ['sheet', `${'('.repeat(200_000)}\t(\n1\t2`],
      ]),
  ],
  ['a sheet elsewhere in a workbook', imports, () => sheet(moved, 'a.xlsx')],
  ['one endless word in a workbook', imports, () => sheet(packed('x'.repeat(4_000_000)), 'a.xlsx')],
  [
    'a tag of many attributes in a workbook',
    imports,
    () =>
      sheet(
        packed(`<row ${Array.from({ length: 400_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
        'a.xlsx',
      ),
  ],
  ['quotation marks in a CSV file', imports, () => sheet('"'.repeat(2_000_000), 'a.csv')],
]

it('other people’s pages are answered while somebody sends what was made to harm', async () => {
  const hostile = await HttpClient.signedIn(server.origin, 'sales-admin@demo.test')
  const other = await HttpClient.signedIn(server.origin, 'general-manager@other.test')
  const page = await (await hostile.get(imports)).text()
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)![1]!
  let sending = true
  const visit = async () => {
    const visits: unknown[] = []
    while (sending) {
      const signal = AbortSignal.timeout(AWAITED)
      const home = other.send('/home', { method: 'GET', signal })
      visits.push(await home.then(({ status }) => status).catch((error: Error) => error.name))
    }
    return visits
  }
  const visits = visit()
  const answers: string[] = []
  for (const [what, path, make] of HOSTILE) {
    const body = make()
    for (const name of ['project', 'idempotencyKey']) body.append(name, field(name))
    const { status } = await hostile.send(path, { method: 'POST', body })
    answers.push(`${what}: ${status}`)
  }
  sending = false
  expect((await visits).filter((visited) => visited !== 200)).toEqual([])
  expect(answers.filter((answer) => !/: (?:200|413|422)$/.test(answer))).toEqual([])
})
