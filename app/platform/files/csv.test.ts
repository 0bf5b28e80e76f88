import { expect, it } from 'vitest'
import { money } from '../values/money.ts'
import { CsvFile } from './csv.ts'
import { pricedCell } from './sheet.ts'

it('writes names and rows alone, typed as other programs read them', async () => {
  const file = new CsvFile({ name: 'List', widths: [null, 12, 12, 12], header: 1 })
  file.add([
    [{ bold: 'Ana' }],
    ['Customer of', 'Date added', 'Net amount', 'Share'],
    [
      'Dela Cruz, "Ana"',
      { day: '2024-02-29' },
      { money: money('-1234.50') },
      { figure: 0.3333, format: '0.00%' },
    ],
  ])
  file.add([
    ['=cmd|x', null, null, { figure: -0.05, format: '0.0%' }],
    ['-1+1', { day: null }, { money: money('0.00') }],
    [{ bold: 'Total' }, null, { formula: 'SUM(C3:C5)', value: money('-1234.50') }],
    [],
    ['A note'],
  ])
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.finish())
  expect(text.split('\r\n')).toEqual([
    '\uFEFFCustomer of,Date Added,Net Amount,Share',
    '"Dela Cruz, ""Ana""",02/29/2024,-1234.50,33.33%',
    '"\'=cmd|x",,,-5.0%',
    '"\'-1+1",,0.00,',
    '',
  ])
})

it('writes a price with its unit', async () => {
  const file = new CsvFile({ name: 'List', widths: [12, 12, 12], header: 0 })
  file.add([
    ['Cost', 'SRP', 'Net'],
    [pricedCell(money('1096.25'), '/cs'), pricedCell(money('8.50'), ''), { money: money('1.00') }],
  ])
  expect(new TextDecoder().decode(await file.finish()).split('\r\n')[1]).toBe(
    '1096.25/cs,8.50,1.00',
  )
})
