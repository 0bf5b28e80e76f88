import { expect, it } from 'vitest'
import { readFields } from './form.server'

it('leaves the character out that no text of the database holds', async () => {
  const body = new FormData()
  body.append('name', 'Ro\0sa')
  body.append('name', 'Magsaysay')
  body.append('file', new File(['a\0b'], 'list.csv'))
  const fields = await readFields(new Request('http://k.test', { method: 'POST', body }))
  expect(fields.getAll('name')).toEqual(['Rosa', 'Magsaysay'])
  expect(await (fields.get('file') as File).text()).toBe('a\0b')
})

it.each([
  ['so_no', true],
  ['lines[20].quantity', true],
  ['ids[]', true],
  ['now.5d1c9f0e-0000-4000-8000-000000000000', true],
  ['cell.12345.3', true],
  ['lines[4294967294]', false],
  ['lines[4294967294].quantity', false],
  ['lines.4294967294', false],
  ['lines.4294967294.quantity', false],
  ['lines[9][9]', false],
  [`a${'.b'.repeat(20_000)}`, false],
  ['__state__', false],
])('takes a field that a form of ours has: %.30s %s', async (name, taken) => {
  const body = new URLSearchParams({ 'lines[0].quantity': '4', [name]: '1' })
  const fields = await readFields(new Request('http://k.test', { method: 'POST', body }))
  expect(fields.has(name)).toBe(taken)
  expect(fields.get('lines[0].quantity')).toBe('4')
})

it.each([
  ['email', 'email.50000000'],
  ['email', 'email[0].a'],
  ['a.b', 'a.b.99999999'],
  ['lines[0]', 'lines[0].4294967294'],
])('takes no part of a field that is itself sent: %s, not %s', async (whole, part) => {
  const body = new URLSearchParams([whole, whole, part].map((name) => [name, '1']))
  const fields = await readFields(new Request('http://k.test', { method: 'POST', body }))
  expect([...fields.keys()]).toEqual([whole, whole])
})

it.each([
  ['a thousand fields of a name', 'ids=1&'.repeat(1000), 200],
  ['more fields of a name than a list takes', 'ids=1&'.repeat(1001), 413],
  ['as many fields as the sheet of a count', field(40_000), 200],
  ['more fields than any form', field(40_001), 413],
  ['a note of the longest', `note=${'x'.repeat(20_000)}`, 200],
  ['a price with spaces behind it', `price=1${'+'.repeat(60_000)}x`, 413],
  ['rows of a spreadsheet', `pasted=${'001%091%0A'.repeat(3000)}`, 200],
])('is refused where it holds more than any form of ours: %s', async (_, body, status) => {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const request = new Request('http://k.test', { method: 'POST', body, headers: type })
  expect(await statusOf(readFields(request))).toBe(status)
})

function field(count: number): string {
  return Array.from({ length: count }, (_, at) => `now.${at}=1`).join('&')
}

it.each([
  'text/plain',
  'application/json',
  'multipart/form-data',
  'multipart/form-data; boundary=',
])('is refused where it is none: %s', async (type) => {
  const headers = { 'Content-Type': type }
  const request = new Request('http://k.test', { method: 'POST', body: 'a=1', headers })
  expect(await statusOf(readFields(request))).toBe(400)
})

const lines = (index: unknown) =>
  JSON.stringify({ type: 'remove', payload: { name: 'lines', index } })

it.each([
  ['that a form of ours has', lines(0), 200],
  ['that is none', `"'><script>`, 400],
  ['of another shape', '{"a":[1,null]}', 400],
  ['about nothing', '{"type":"insert","payload":null}', 400],
  [
    'that only the browser has',
    '{"type":"update","payload":{"name":"lines.length","value":9}}',
    400,
  ],
  ['about a line far away', '{"type":"insert","payload":{"name":"lines[4294967294]"}}', 400],
])('takes the press of a button %s', async (_, intent, status) => {
  const body = new URLSearchParams({ 'lines[0].quantity': '4', __intent__: intent })
  const read = readFields(new Request('http://k.test', { method: 'POST', body }))
  expect(await statusOf(read)).toBe(status)
})

function statusOf(read: Promise<FormData>): Promise<number> {
  return read.then(
    () => 200,
    (thrown: Response) => thrown.status,
  )
}
