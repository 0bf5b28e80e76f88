import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { kind as customers } from '../../app/modules/import/kinds/customers.ts'
import { MAX_SHEET_ROWS } from '../../app/modules/import/limits.ts'
import { paths } from '../../app/paths.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

/** The template of the kind with the most text, row after row, every column filled. */
function fullSheet(): string[][] {
  const filled = (at: number) =>
    customers.columns.map(({ key, example }) => {
      if (key === 'tin_no') return `123-456-789-${String(at).padStart(5, '0')}`
      return ['name', 'store_name', 'invoice_no'].includes(key) ? `${example} ${at}` : example
    })
  return [
    customers.columns.map(({ label }) => label),
    ...Array.from({ length: MAX_SHEET_ROWS }, (_, at) => filled(at + 1)),
  ]
}

/** Reads what the screen says of the sheet: that it can be imported, else its errors. */
const sayingOf = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .match(/[\d,]+ rows can be imported|(?<=<li><a href="#cell-).*?(?=<\/li>)/g)
    ?.slice(0, 5)

it('all rows of a sheet with every column filled are previewed and imported on the screen', {
  timeout: 240_000,
}, async () => {
  const screen = paths.imports.kind('customers')
  const client = await HttpClient.signedIn(server.origin, 'finance-admin@demo.test')
  const shown = await (await client.get(screen)).text()
  const hidden = (html: string, field: string) =>
    new RegExp(`name="${field}" value="([^"]*)"`).exec(html)![1]!
  const send = (intent: string, html: string, fields: Record<string, string>, file?: File) => {
    const body = new FormData()
    for (const name of ['project', 'idempotencyKey']) body.append(name, hidden(html, name))
    for (const [name, value] of Object.entries({ intent, ...fields })) body.append(name, value)
    if (file) body.append('file', file)
    return client.send(screen, { method: 'POST', body })
  }
  const sheet = fullSheet()
  const text = Papa.unparse(sheet)
  expect(text.length).toBeGreaterThan(1_800_000)
  const preview = await send('read', shown, {}, new File([text], 'customers.csv'))
  expect(preview.status).toBe(200)
  const checked = await preview.text()
  expect(sayingOf(checked)).toEqual(['10,000 rows can be imported'])
  const done = await send('import', checked, {
    file_name: 'customers.csv',
    sheet: Papa.unparse(sheet, { delimiter: '\t', newline: '\r\n' }),
    header: '0',
    header_was: '0',
    ...Object.fromEntries(customers.columns.map(({ key }, at) => [`column.${key}`, String(at)])),
  })
  expect([done.status, done.headers.get('location')]).toEqual([302, paths.customers.list])
  const last = await client.get(`${paths.customers.list}?q=Rosario Manalo 10000`)
  expect(await last.text()).toContain('Rosario Manalo 10000')
})

it('another address takes no more than before', async () => {
  const client = await HttpClient.signedIn(server.origin, 'finance-admin@demo.test')
  const large = 'x'.repeat(3 * 1024 * 1024)
  for (const address of ['/import', '/import/customers/template', '/import/customers/x', '/login'])
    expect((await client.post(address, { large })).status, address).toBe(413)
  const most = await client.post(paths.imports.kind('customers'), {
    large: large.repeat(2) + '&'.repeat(400_000),
  })
  expect(most.status).toBe(413)
})
