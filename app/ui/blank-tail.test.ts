import { describe, expect, it } from 'vitest'
import { withoutBlankTail } from './blank-tail'

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
const names = (form: FormData) => [...form.keys()]

describe('empty lines', () => {
  it('at the end are not sent; one in between is', () => {
    const form = formOf({
      po_no: '',
      'lines[0].cost': '1',
      'lines[1].cost': '',
      'lines[2].cost': '2',
      'lines[3].cost': ' ',
    })
    expect(names(withoutBlankTail(form))).toEqual([
      'po_no',
      'lines[0].cost',
      'lines[1].cost',
      'lines[2].cost',
    ])
  })

  it('keep the first, so that what is missing is said there', () => {
    const form = formOf({ 'lines[0].cost': '', 'lines[1].cost': '' })
    expect(names(withoutBlankTail(form))).toEqual(['lines[0].cost'])
  })

  it('stay while a line is added', () => {
    const form = formOf({ 'lines[0].cost': '1', 'lines[1].cost': '', __intent__: 'insert' })
    expect(names(withoutBlankTail(form))).toHaveLength(3)
  })
})
