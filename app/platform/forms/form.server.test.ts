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
  const answer = await read.then(
    () => 200,
    (thrown: Response) => thrown.status,
  )
  expect(answer).toBe(status)
})
