import { expect, it } from 'vitest'
import type { Filters, ReportColumn, ReportRow } from './definition'
import { textOf } from './figures'
import { exact } from './parts'
import { REPORTS } from './registry'
import { quantity } from './units'

const sold = { key: 'pieces', header: 'Quantity', caseConfig: 'case_config', total: true }
const apart = ['cs', 'pcs'] as const

/** A quantity as it is shown in a unit: its headers with their values. */
function shown(units: string | undefined, column: Parameters<typeof quantity>[1], row: ReportRow) {
  const view = { filters: (units ? { units } : {}) as Filters }
  return quantity(view, column).map((one: ReportColumn) => [
    one.header,
    textOf(one, exact(row, [one, { key: 'case_config', header: '', type: 'count' }])),
  ])
}

it('turns the pieces of a product into cases and pieces, pieces, or cases with decimals', () => {
  const row = { pieces: 41, case_config: 12 }
  expect(shown(undefined, sold, row)).toEqual([['Quantity', '3 cs + 5 pc']])
  expect(shown('pieces', sold, row)).toEqual([['Quantity', '41']])
  // SQL answers millionths: 41 of 12 in a case are 3.416667 cases.
  expect(shown('cases', sold, { ...row, pieces: 3_416_667 })).toEqual([['Quantity', '3.42']])
})

it('has of several products whole cases and the pieces beside them, or the sum of cases', () => {
  // 41 pieces by twelve, and 30 by 24.
  const row = { pieces: 71, cs: 4, pcs: 11 }
  expect(shown('mixed', { ...sold, apart }, row)).toEqual([
    ['Cases', '4'],
    ['Pieces', '11'],
  ])
  expect(shown('pieces', { ...sold, apart }, row)).toEqual([['Quantity', '71']])
  expect(shown('cases', { ...sold, apart }, { ...row, pcs: 3_416_667 + 1_250_000 })).toEqual([
    ['Quantity', '4.67'],
  ])
})

it('is a choice of every report with quantities', () => {
  const withUnits = REPORTS.filter(({ filters }) => filters.some(({ name }) => name === 'units'))
  expect(withUnits.map(({ source }) => source).sort()).toEqual([
    'report_delivery',
    'report_inventory',
    'report_penetration_report',
    'report_purchase',
    'report_sales',
    'report_sales_customerspecific',
  ])
})
