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
