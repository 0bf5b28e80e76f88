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

it.each(['version.key', 'lines[0].quantity[0]'])(
  'refuses %s beside a value where it says that there are more fields',
  async (name) => {
    const body = new URLSearchParams({ version: '3', 'lines[0].quantity': '4', [name]: 'x' })
    const request = new Request('http://k.test', { method: 'POST', body })
    await expect(readFields(request)).rejects.toMatchObject({ status: 400 })
  },
)
