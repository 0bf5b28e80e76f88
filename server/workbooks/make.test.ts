import { readSheet } from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { makeWorkbook } from './make.ts'

it('makes one workbook after the other, also those that are asked for at once', async () => {
  const make = async (name: string) =>
    readSheet(
      Buffer.from(await makeWorkbook({ name, widths: [10], header: 0 }, [[['Name']], [[name]]])),
    )
  expect(await make('First')).toEqual([['Name'], ['First']])
  expect(await Promise.all([make('Second'), make('Third')])).toEqual([
    [['Name'], ['Second']],
    [['Name'], ['Third']],
  ])
})
