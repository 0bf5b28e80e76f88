import { describe, expect, it } from 'vitest'
import { type TestCell, workbook, workbookParts, zipFiles } from '../../../tests/support/workbook'
import { kind as BOOKINGS } from './kinds/bookings'
import { kind as PRODUCTS } from './kinds/products'
import { guessReading, mapRows, ownErrors } from './mapping'
import { readSheetUpload } from './read.server'

const upload = (file: Buffer) => readSheetUpload(file, 'list.xlsx')
const only = async (cell: TestCell) => (await upload(workbook([['Code'], [cell]]))).grid[1]?.[0]
const inFormat = (shows: number | string, format: string) => only({ shows, format })

/** Returns what the cells of a product are read as, and what is wrong with them. */
async function product(code: TestCell, cost: TestCell, definition = PRODUCTS) {
  const cells = [
    ['Material code', 'Product name', 'Default cost'],
    [code, 'Soap', cost],
  ]
  const { grid, numeric, days } = await upload(workbook(cells))
  const reading = { ...guessReading(definition, grid), numeric, days }
  const rows = mapRows(definition, grid, reading)
  const { material_code, def_cost } = rows.rows[0]!
  return [material_code, def_cost, ...ownErrors(definition, rows).map(({ message }) => message)]
}

describe('a number in a format', () => {
  it.each([
    [1234, '0000000', '0001234'],
    [123456789, '000-000-000', '123-456-789'],
    [12345678901234, '000\\-000\\-000\\-00000', '123-456-789-01234'],
    [42, '"CR-"0', 'CR-42'],
    [42, '"CR-2026-"00000', 'CR-2026-00042'],
    [0.05, '0%', '5%'],
    [0.125, '0.0%', '12.5%'],
    [0.07, '0.00%', '7.00%'],
    [5, '0"%"', '5%'],
    [1234567, '#,##0', '1,234,567'],
    [1234.5, '[$₱-3409]#,##0.00', '₱1,234.50'],
    // The language of a currency names days: the marks in numbers are those of the machine.
    [1234.5, '[$-407]#,##0.00', '1,234.50'],
    [12.5, '[$₱-C0A]0.00;[Red]-[$₱-C0A]0.00', '₱12.50'],
    [46300, '[$-407]d/m/yyyy', '2026-10-05'],
    [-12.5, '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)', '(12.50)'],
    [0, '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)', '-'],
    [96.25, '#,##0.00"/cs"', '96.25/cs'],
    [24, 'General" pcs"', '24 pcs'],
    [12.5, '0.0000', '12.50'],
    [1, '0.000', '1.00'],
    [0, '0;-0;;@', ''],
    [4800012345678, 'General', '4800012345678'],
    [4800012345678, '0', '4800012345678'],
    [0.1 + 0.2, '0.00', '0.30'],
  ])('%d in %s is read as %s', async (value, format, shows) => {
    expect((await inFormat(value, format)) ?? '').toBe(shows)
  })

  it.each([
    [12.5, '0', '12.5 (shown as 13)'],
    [0.055, '0%', '0.055 (shown as 6%)'],
    [1234, '0,', '1234 (shown as 1)'],
    [1234, '0"."00', '1234 (shown as 12.34)'],
    [-5, '0;0', '-5 (shown as 5)'],
    [0.5, '# ?/?', '0.5 (shown as 1/2)'],
    [96.254, '#,##0.00"/cs"', '96.254 (shown as 96.25/cs)'],
    [5, ';;;', '5 (shown as nothing)'],
    [5, '0 "', '5 (shown as something else)'],
    [5, '0'.repeat(256), '5 (shown as something else)'],
    ['Soap', ';;;', 'Soap (shown as nothing)'],
  ])('%s in %s names both, and is refused', async (value, format, both) => {
    expect(await inFormat(value, format)).toBe(both)
    const [, , message] = await product({ shows: value, format }, 5)
    expect(message).toMatch(/^The cell holds .* and shows .*\. Enter the correct one\.$/)
  })

  it('is read by columns of numbers as the number it shows', async () => {
    expect(await product({ shows: 42, format: '000000' }, 1.234)).toEqual(['000042', '1.234'])
    expect(await product('A', { shows: 1250, format: '#,##0.000' })).toEqual(['A', '1250.00'])
    expect(await product('A', { shows: 96.25, format: '0.00"/cs"' })).toEqual(['A', '96.25/cs'])
    expect(await product('A', { shows: 0.05, format: '0%' })).toEqual(['A', '5%'])
    const percent = ['Order number', 'Discount %']
    const { grid, numeric } = await upload(
      workbook([percent, ['O-1', { shows: 0.075, format: '0.0%' }]]),
    )
    const reading = { ...guessReading(BOOKINGS, grid), numeric }
    expect(mapRows(BOOKINGS, grid, reading).rows[0]!.discount_percent).toBe('7.5')
  })

  it('of which digits are lost is no code', async () => {
    const lost = 'This number has lost digits. Enter it in full.'
    expect(await product('4.80001E+12', 5)).toEqual(['4.80001E+12', '5.00', lost])
    expect(await product({ shows: 4800012345678, format: '0.00E+00' }, 5)).toContain(lost)
    expect(await product('1E5', 5)).toEqual(['1E5', '5.00'])
    for (const long of [4111111111111111, 1234567890123450, 2 ** 62])
      expect(await product(long, 5), String(long)).toContain(lost)
    expect(await product({ shows: 4111111111111111, format: '0' }, 5)).toContain(lost)
    expect(await product(411111111111111, 5)).toEqual(['411111111111111', '5.00'])
  })

  it('of a format that Excel has by its number is read too', async () => {
    const parts = workbookParts([['Code'], [new Date(Date.UTC(2026, 9, 5))]])
    const styled = (id: number, value: string) =>
      zipFiles({
        ...parts,
        'xl/styles.xml': parts['xl/styles.xml']!.replace('"14"', `"${id}"`),
        'xl/worksheets/sheet1.xml': parts['xl/worksheets/sheet1.xml']!.replace('46300', value),
      })
    const read = async (id: number, value: string) => (await upload(styled(id, value))).grid[1]![0]
    expect(await read(9, '0.05')).toBe('5%')
    expect(await read(4, '1234.5')).toBe('1,234.50')
    expect(await read(44, '0')).toBe('-')
    expect(await read(16, '46300')).toBe('2026-10-05')
    expect(await read(17, '46300')).toBe('2026-10-05 (shown as Oct-26)')
    expect(await read(20, '46300.5')).toBe('12:00')
    expect(await read(999, '46300')).toBe('46300')
  })
})

describe('a day of a workbook', () => {
  it('is read as its day whatever its format; a part of a day is not', async () => {
    expect(await inFormat(46300, 'dd/mm/yyyy')).toBe('2026-10-05')
    expect(await inFormat(46300.7, '[$-409]mmmm d, yyyy h:mm')).toBe('2026-10-05')
    expect(await inFormat(46300, 'yyyy')).toBe('2026-10-05 (shown as 2026)')
    expect(await inFormat(46300.5, '[h]:mm')).toBe('1111212:00')
    expect(await inFormat(1, 'm/d/yyyy')).toBe('1/1/1900')
  })

  it('counts from 1904 where the workbook says so', async () => {
    const parts = workbookParts([['Code'], [{ shows: 44838, format: 'm/d/yyyy' }]])
    const book = parts['xl/workbook.xml']!.replace('<sheets>', '<workbookPr date1904="1"/><sheets>')
    const { grid } = await upload(zipFiles({ ...parts, 'xl/workbook.xml': book }))
    expect(grid[1]).toEqual(['2026-10-05'])
  })

  it('is no code: a spreadsheet has made it of one', async () => {
    const made = 'Excel converted this text to a date. Enter the text again.'
    expect(await product({ shows: 46300, format: 'd-mmm' }, 5)).toEqual([
      '2026-10-05',
      '5.00',
      made,
    ])
    expect(await product('2026-10-05', 5)).toEqual(['2026-10-05', '5.00'])
  })
})

describe('a text in a format', () => {
  it('is read with what the format puts around it', async () => {
    expect(await inFormat('12-A', '"CR-"@')).toBe('CR-12-A')
    expect(await inFormat('12-A', '0.00;-0.00;0;_(@_)')).toBe('12-A')
    expect(await inFormat('12-A', '0.00')).toBe('12-A')
  })
})

describe('a text with marks of Excel', () => {
  it.each([
    ['Set_x0041_Box', 'SetABox'],
    ['Set_x005F_x0041_Box', 'Set_x0041_Box'],
    ['A_x000D_B', 'A B'],
    ['A_x0000_B', 'A B'],
    ['_xD83D__xDE00_', '😀'],
    ['A_xD83D_B', 'A\ufffdB'],
    ['A_x41_B', 'A_x41_B'],
  ])('%s is read as %s', async (written, shows) => {
    const parts = workbookParts([['Code'], ['x']])
    const sheet = (cell: string) =>
      zipFiles({
        ...parts,
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row>${cell}</row></sheetData></worksheet>`,
      })
    for (const cell of [
      `<c t="inlineStr"><is><t>${written}</t></is></c>`,
      `<c t="str"><f>A2</f><v>${written}</v></c>`,
    ])
      expect((await upload(sheet(cell))).grid).toEqual([[shows]])
  })
})

describe('a formula', () => {
  it('without its value is refused, however its value is missing', async () => {
    const parts = workbookParts([['Code'], ['x']])
    for (const cell of [
      '<f>A1</f>',
      '<f>A1</f><v></v>',
      '<f>A1</f><v/>',
      '<f t="shared" si="0"/>',
    ]) {
      const sheet = `<worksheet><sheetData><row><c t="inlineStr"><is><t>Code</t></is></c></row><row><c>${cell}</c></row></sheetData></worksheet>`
      const { grid } = await upload(zipFiles({ ...parts, 'xl/worksheets/sheet1.xml': sheet }))
      expect(grid[1]).toEqual(['#CALC!'])
    }
    expect(await product('A', { formula: '1/0', value: '#CALC!' })).toContain(
      'This formula has no value. Open the workbook in Excel, save it, and try again.',
    )
  })
})

describe('what is hidden in a workbook', () => {
  const rows = [['Code', 'Name', 'Cost'], ...[1, 2, 3, 4, 5].map((n) => [`A-${n}`, `Soap ${n}`, n])]
  const show = 'To import what is hidden, show it in the workbook, save it, and choose it again.'

  it('is left out, and named: rows', async () => {
    const { grid, notes } = await upload(workbook(rows, { rows: [3, 4, 6] }))
    expect(grid.map(([code]) => code)).toEqual(['Code', 'A-1', '', '', 'A-4'])
    expect(notes).toEqual(['3 hidden rows left out: 3–4, 6.', show])
    const one = await upload(workbook([...rows, []], { rows: [3, 7] }))
    expect(one.notes[0]).toBe('Hidden row left out: 3.')
    await expect(upload(workbook(rows, { rows: [1, 2, 3, 4, 5, 6] }))).rejects.toThrow(
      'without hidden rows',
    )
  })

  it('is left out, and named: columns', async () => {
    const { grid, notes } = await upload(workbook(rows, { columns: [2] }))
    expect(grid[1]).toEqual(['A-1', '', '1'])
    expect(notes).toEqual(['Hidden column left out: B.', show])
  })

  it('is left out, and named: rows without a height, columns without a width', async () => {
    const parts = workbookParts(rows)
    const sheet = parts['xl/worksheets/sheet1.xml']!
    const flat = sheet
      .replace('<row r="3"', '<row r="3" ht="0" customHeight="1"')
      .replace('<sheetData>', '<cols><col min="2" max="2" width="0"/></cols><sheetData>')
    expect(flat).not.toBe(sheet)
    const { grid, notes } = await upload(zipFiles({ ...parts, 'xl/worksheets/sheet1.xml': flat }))
    expect(grid.slice(1, 4)).toEqual([
      ['A-1', '', '1'],
      ['', '', ''],
      ['A-3', '', '3'],
    ])
    expect(notes).toEqual(['Hidden row left out: 3.', 'Hidden column left out: B.', show])
  })

  it('is left out, and named: sheets', async () => {
    const parts = workbookParts(rows)
    const before = (states: string[]) =>
      parts['xl/workbook.xml']!.replace(
        '<sheets>',
        `<sheets>${states.map((state, at) => `<sheet name="Old ${at + 1}" state="${state}" r:id="rId9"/>`).join('')}`,
      )
    const book = (states: string[]) =>
      upload(zipFiles({ ...parts, 'xl/workbook.xml': before(states) }))
    expect(await book(['hidden', 'veryHidden'])).toMatchObject({
      grid: expect.arrayContaining([['A-1', 'Soap 1', '1']]),
      notes: ['The sheet “Products” was read. 2 hidden sheets left out: “Old 1”, “Old 2”.', show],
    })
    expect((await book(Array(12).fill('hidden'))).notes[0]).toContain('“Old 10” and 2 more.')
  })

  it('is no other sheet, which is named too', async () => {
    const parts = workbookParts(rows)
    const book = (more: string) =>
      upload(
        zipFiles({
          ...parts,
          'xl/workbook.xml': parts['xl/workbook.xml']!.replace('</sheets>', `${more}</sheets>`),
        }),
      )
    const february = '<sheet name="February" r:id="rId1"/>'
    const read = 'The sheet “Products” was read. Only one is read at a time; not read: “February”.'
    expect((await book(february)).notes).toEqual([`${read} Import each by itself.`])
    expect((await book(`${february}<sheet name="Old" state="hidden" r:id="rId1"/>`)).notes).toEqual(
      [`${read} Import each by itself.`, 'Hidden sheet left out: “Old”.', show],
    )
    // A chart has no rows.
    expect((await book('<sheet name="Chart" r:id="rId77"/>')).notes).toEqual([])
  })
})
