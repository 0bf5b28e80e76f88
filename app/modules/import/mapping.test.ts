import { describe, expect, it } from 'vitest'
import { kind as PRODUCT_IMPORT } from './kinds/products'
import { type Grid, guessReading, mapRows, mergeErrors, missingColumns, ownErrors } from './mapping'

const guess = (grid: Grid) => guessReading(PRODUCT_IMPORT, grid)

describe('guessing the columns', () => {
  it('goes by header, whatever its case, spaces, units and synonyms', () => {
    const { header, mapping } = guess([
      ['ITEM CODE *', 'product name', 'U.O.M.', 'Cost (PHP)', 'SRP', 'Remarks'],
    ])
    expect(header).toBe(0)
    expect(mapping).toMatchObject({
      material_code: 0,
      description: 1,
      unit_of_measure: 2,
      def_cost: 3,
      def_srp: 4,
      supplier: null,
    })
  })

  it('finds the names below a title, and gives each column one meaning', () => {
    const { header, mapping } = guess([['Price list 2026'], [], ['Code', 'SKU', 'Description']])
    expect(header).toBe(2)
    expect(mapping).toMatchObject({ material_code: 0, description: 2 })
    expect(Object.values(mapping).filter((column) => column === 1)).toEqual([])
  })

  it('takes a first row with numbers for data, and strange names for names', () => {
    expect(guess([['A-1', 'Soap', '10.00']]).header).toBeNull()
    expect(
      guess([
        ['Kodigo', 'Paninda'],
        ['A-1', '5'],
      ]).header,
    ).toBe(0)
  })

  it('says which required columns are not there', () => {
    const missing = missingColumns(PRODUCT_IMPORT, guess([['Code', 'Name', 'Cost']]))
    expect(missing.map(({ label }) => label)).toEqual(['Default SRP'])
  })
})

describe('rows', () => {
  const grid = [
    ['Title'],
    ['Code', 'Name', 'Cost', 'SRP', 'Case'],
    ['001', 'Soap', '₱1,000', '#N/A', '12.0'],
    ['', '', '', '', ''],
    ['b-2', 'Rice', '10'],
    ['B-2', 'Rice', '10', '', ''],
  ]
  const sheet = mapRows(PRODUCT_IMPORT, grid, guess(grid))

  it('are tidied; empty ones do not count', () => {
    expect(sheet.positions).toEqual([2, 4, 5])
    expect(sheet.rows[0]).toEqual({
      material_code: '001',
      description: 'Soap',
      def_cost: '1000.00',
      def_srp: '#N/A',
      case_config: '12',
    })
    expect(sheet.rows[1]).toEqual({ material_code: 'b-2', description: 'Rice', def_cost: '10.00' })
  })

  it('have one error a cell, counted as the spreadsheet counts', () => {
    const own = ownErrors(PRODUCT_IMPORT, sheet)
    const found = [
      { row: 1, field: 'def_srp', message: 'Enter an amount such as 1234.50.' },
      { row: 2, field: 'def_srp', message: 'Enter an amount such as 1234.50.' },
      { row: 3, field: 'material_code', message: 'Also in row 2.' },
    ]
    expect(mergeErrors(PRODUCT_IMPORT, own, found, sheet)).toEqual([
      { row: 3, field: 'def_srp', message: 'The formula in this cell has failed.' },
      { row: 5, field: 'def_srp', message: 'Enter an amount such as 1234.50.' },
      { row: 6, field: 'material_code', message: 'Also in row 5.' },
    ])
  })
})

describe('a column that can be written in two ways', () => {
  const head = ['Code', 'Name', 'Cost', 'SRP', 'Pcs/case']
  const read = (rows: string[][], reading = {}) => {
    const grid = [head, ...rows]
    const guessed = { ...guess(grid), ...reading }
    const sheet = mapRows(PRODUCT_IMPORT, grid, guessed)
    return { ...sheet, errors: ownErrors(PRODUCT_IMPORT, sheet) }
  }

  it('is read as all of its cells say', () => {
    const { rows, errors } = read([
      ['A', 'Soap', '12,50', '1.000/cs', '1'],
      ['B', 'Rice', '8,5', '1.234,50', '24,00'],
    ])
    expect(errors).toEqual([])
    expect(
      rows.map(({ def_cost, def_srp, case_config }) => [def_cost, def_srp, case_config]),
    ).toEqual([
      ['12.50', '1000.00/cs', '1'],
      ['8.50', '1234.50', '24'],
    ])
  })

  it('is left to the person where it is open, cell by cell', () => {
    const rows = [
      ['A', 'Soap', '1.000', '5', ''],
      ['B', 'Rice', '250', '6', ''],
    ]
    expect(read(rows).errors).toEqual(
      [2, 3].map((row) => ({
        row,
        field: 'def_cost',
        message: 'Choose above how the numbers of this column are written.',
      })),
    )
    const chosen = read(rows, { written: { def_cost: 'comma' } })
    expect(chosen.errors).toEqual([])
    expect(chosen.rows.map(({ def_cost }) => def_cost)).toEqual(['1000.00', '250.00'])
    // Three decimals are no amount of money: the database refuses the cell.
    expect(read(rows, { written: { def_cost: 'point' } }).rows[0]!.def_cost).toBe('1.000')
  })

  it('has a point where its cells are numbers of a workbook', () => {
    const { rows, errors } = read([['A', 'Soap', '1.234', '5', '']], { numeric: [2] })
    expect([errors, rows[0]!.def_cost]).toEqual([[], '1.234'])
  })

  it('takes a dash for zero, as the accounting format shows it', () => {
    expect(read([['A', 'Soap', '-', '5', '']]).rows[0]!.def_cost).toBe('0.00')
  })
})
