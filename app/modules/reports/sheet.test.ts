import { describe, expect, it } from 'vitest'
import type { Row } from '~/platform/files/sheet'
import type { ReportColumn, ReportDefinition, ReportRow } from './definition.ts'
import { ReportSheet, type SheetRun } from './sheet.ts'

const columns: ReportColumn[] = [
  { key: 'customer', header: 'Customer', type: 'text', mark: ({ late }) => (late ? 'Late' : null) },
  { key: 'tin', header: 'TIN', type: 'text', under: 'customer' },
  { key: 'on', header: 'Date', type: 'date' },
  { key: 'amount', header: 'Amount', type: 'money', total: true },
  { key: 'litres', header: 'Litres', type: 'number', digits: 3, total: true },
  { key: 'orders', header: 'Orders', type: 'count', total: true },
  { key: '2026-11', of: 'cells', header: '11/2026', type: 'pieces', total: true },
  { key: 'share', header: 'Share', type: 'percent' },
  { key: 'hidden', header: 'Shown above only', type: 'money', figureOnly: true },
]
const report = {
  title: 'Report',
  levels: [{ value: 'grouped', label: 'All', counted: 'rows' }],
  columns: () => columns,
  subtotal: ({ sum }: ReportRow) => (sum ? `Total of ${sum}` : null),
} as unknown as ReportDefinition
const heading = {
  company: 'Bayanihan',
  described: 'As of 11/21/2026',
  currency: 'PHP',
  timeZone: 'Asia/Manila',
  runBy: 'Ana',
  runAt: '2026-11-21T03:00:00.000Z',
}
/** A row as the SQL function returns it; null is a column without a value. */
type SqlRow = Record<string, string | number | object | null>
const line = (customer: string, amount: string, more: SqlRow = {}): SqlRow => ({
  customer,
  tin: '001-002',
  on: '2026-11-20',
  amount,
  litres: 0.1,
  orders: 1,
  cells: { '2026-11': 5 },
  share: 33.33,
  late: null,
  sum: null,
  rows: null,
  ...more,
})

/** Returns a part as `rows_of_report` sends it. */
function partOf(rows: SqlRow[]): string {
  const text = (value: SqlRow[string]) =>
    typeof value === 'object' ? (value ? JSON.stringify(value) : '') : String(value)
  const lines = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row).map(text))]
  return lines.map((values) => values.join('\u009f')).join('\u009e')
}

const sheetOf = (total: ReportRow) =>
  new ReportSheet(report, { heading, total, view: { level: 'grouped' } } as unknown as SheetRun)

function sheet(parts: SqlRow[][], total: ReportRow): Row[] {
  const made = sheetOf(total)
  return [...made.top(), ...parts.flatMap((rows) => [...made.rows(partOf(rows))]), ...made.bottom()]
}

describe('the sheet of a report', () => {
  it('has what it is, a typed cell for each column, and remarks', () => {
    const rows = sheet([[line('A', '10.00', { late: 1, amount: null })]], {})
    expect(rows.slice(0, 8)).toEqual([
      [{ bold: 'Bayanihan' }],
      [{ bold: 'Report' }],
      ['All · As of 11/21/2026'],
      ['Run by Ana, 11/21/2026 11:00'],
      ['Amounts in PHP'],
      [],
      'Customer,TIN,Date,Amount,Litres,Orders,11/2026 (pc),Share,Remarks'.split(','),
      [
        'A',
        '001-002',
        { day: '2026-11-20' },
        null,
        { figure: 0.1, format: '#,##0.000' },
        { figure: 1, format: '#,##0' },
        { figure: 5, format: '#,##0' },
        { figure: 0.3333, format: '#,##0.00%' },
        'Late',
      ],
    ])
    expect(sheetOf({}).head).toMatchObject({
      header: 6,
      widths: [null, null, 12, 16, 13, 11, 13, 11, 16],
    })
  })

  it('sums by formula over the rows of a group, of groups, and of all, whatever part they came in', () => {
    const sum = (name: string, rows: number, amount: string, orders: number): SqlRow =>
      line('', amount, {
        sum: name,
        rows,
        litres: 0.1 * rows,
        orders,
        share: 50,
        cells: { '2026-11': 5 * rows },
      })
    const rows = sheet(
      [
        [line('A', '0.10'), line('A', '0.20'), sum('A', 2, '0.30', 2), line('B', '-1.00')],
        [line('B', '1.00'), sum('B', 2, '0.00', 2), sum('both', 4, '0.30', 4), line('C', '5.00')],
      ],
      { amount: '5.30', litres: 0.5, orders: 5, 'cells.2026-11': 25 },
    )
    const of = (row: number) =>
      rows[row]!.slice(3, 7).map((cell) => (cell as { formula: string }).formula)
    const over = (range: string) =>
      [...'DEFG'].map((c) => `SUBTOTAL(9,${range.replace(/(\d+)/g, `${c}$1`)})`)
    expect(rows[9]![0]).toEqual({ bold: 'Total of A' })
    expect(of(9)).toEqual(over('8:9'))
    expect(of(12)).toEqual(over('11:12'))
    expect(of(13)).toEqual(over('8:13'))
    expect(of(15)).toEqual(over('8:15'))
    expect(rows[15]!.slice(0, 4)).toEqual([
      { bold: 'Grand total' },
      null,
      null,
      { formula: 'SUBTOTAL(9,D8:D15)', value: '5.30' },
    ])
  })

  it('leaves a figure that is no sum of its rows as the database gave it, and whatever holds it', () => {
    const rows = sheet(
      [
        [
          line('A', '1.00', { orders: 3 }),
          line('A', '1.00', { orders: 3 }),
          {
            ...line('', '2.00', { sum: 'A', rows: 2, litres: 0.2, cells: { '2026-11': 10 } }),
            orders: 4,
          },
        ],
      ],
      { amount: '2.00', litres: 0.2, orders: 6, 'cells.2026-11': 11 },
    )
    const plain = (figure: number) => ({ figure, format: '#,##0', bold: true })
    expect(rows[9]!.slice(5, 7)).toEqual([plain(4), expect.objectContaining({ value: 10 })])
    // The orders of both rows are 6, but a sum would count the 4 between them too.
    expect(rows[10]!.slice(5, 7)).toEqual([plain(6), plain(11)])
    expect(rows[10]![3]).toEqual({ formula: 'SUBTOTAL(9,D8:D10)', value: '2.00' })
  })
})
