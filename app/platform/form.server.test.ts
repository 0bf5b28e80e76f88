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

const lines = (index: unknown) =>
  JSON.stringify({ type: 'remove', payload: { name: 'lines', index } })

it.each([
  ['that a form of ours has', lines(0), 200],
  ['that is none', `"'><script>`, 400],
  ['of another shape', '{"a":[1,null]}', 400],
  ['about nothing', '{"type":"insert","payload":null}', 400],
])('takes the press of a button %s', async (_, intent, status) => {
  const body = new URLSearchParams({ 'lines[0].quantity': '4', __intent__: intent })
  const read = readFields(new Request('http://k.test', { method: 'POST', body }))
  const answer = await read.then(
    () => 200,
    (thrown: Response) => thrown.status,
  )
  expect(answer).toBe(status)
})
