import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { money } from '../values/money.ts'
import type { Row } from './sheet.ts'
import { letters } from './sheet.ts'
import { Workbook } from './xlsx.server.ts'

describe('workbook', () => {
  it('is read back by another program: texts, exact amounts, days', async () => {
    const book = new Workbook({ name: 'R & D', widths: [null, 10, 10], header: 0 })
    const given: Row[] = [
      ['Name', 'Amount', 'Day'],
      ['Peña <& "Sons"> \u{1f600}', { money: money('1234.50') }, { day: '2024-02-29' }],
      ['=1+1', { money: money('-3.05') }, { day: null }],
      ['000-123', null, null],
      [{ bold: 'Sum' }, { formula: 'SUM(B2:B3)', value: money('1231.45') }],
      ['bell\u0007 and \ud800 alone', null],
      [
        { figure: 0.3333, format: '0.00%' },
        { formula: 'SUBTOTAL(9,B2:B3)', value: 7, format: '0' },
      ],
    ]
    book.add(given.slice(0, 2))
    book.add(given.slice(2))
    const rows = await readSheet(await book.finish(), 1, { trim: false })
    expect(rows[0]).toEqual(['Name', 'Amount', 'Day'])
    expect(rows[1]!.slice(0, 2)).toEqual(['Peña <& "Sons"> \u{1f600}', 1234.5])
    expect((rows[1]![2] as unknown as Date).toISOString().slice(0, 10)).toBe('2024-02-29')
    expect(rows[2]).toEqual(['=1+1', -3.05, null])
    expect(rows[3]![0]).toBe('000-123')
    expect(rows[4]!.slice(0, 2)).toEqual(['Sum', 1231.45])
    expect(rows[5]![0]).toBe('bell and  alone')
    expect(rows[6]!.slice(0, 2)).toEqual([0.3333, 7])
  })

  it('lets no text be a formula, also where somebody edits the cell', async () => {
    const odd = ['=cmd|x', '+1', '-1', '@x', '\tx', '\rx', '＝1+1', '＋1', '－1', '＠x']
    const book = new Workbook({ name: 'Odd', widths: [null, 10], header: 0 })
    book.add([
      ['=Name'],
      ...odd.map((text): Row => [text, { money: money('-1.00') }]),
      [{ bold: '=Sum' }, { money: money('-3.00'), bold: true }],
      ['a=1', { figure: -1, format: '0' }],
    ])
    const file = await book.finish()
    const { default: xlsx } = await import('sheetjs-style')
    const { FileIndex, FullPaths } = xlsx.CFB.read(file, { type: 'buffer' })
    const part = (name: string) =>
      Buffer.from(
        FileIndex[FullPaths.findIndex((path) => path.endsWith(name))]!.content!,
      ).toString()
    const [, list = ''] = /<cellXfs [^>]*>(.*)<\/cellXfs>/s.exec(part('styles.xml'))!
    const styles = list.match(/<xf [^>]*>/g)!
    const cells = [...part('sheet1.xml').matchAll(/<c r="([A-Z])(\d+)"(?: s="(\d+)")?( t="s")?>/g)]
    const texts = cells.filter(([, column]) => column === 'A')
    const prefixed = texts.map(([, , , style]) =>
      styles[Number(style ?? 0)]!.includes('quotePrefix="1"'),
    )
    expect(prefixed).toEqual([true, ...odd.map(() => true), true, false])
    expect(texts.every(([, , , , type]) => type)).toBe(true)
    const numbers = cells.filter(([, column]) => column === 'B')
    expect(numbers).toHaveLength(odd.length + 2)
    for (const [, , , style, type] of numbers)
      expect([type, styles[Number(style)]!.includes('quotePrefix')]).toEqual([undefined, false])
    expect(part('sheet1.xml')).not.toContain('<f>')
  })

  it('can be filtered, scrolled and printed as it is', async () => {
    const book = new Workbook({ name: "Ana's list", widths: [null, 12, 12], header: 1, frozen: 1 })
    book.add([
      [{ bold: 'Ana' }],
      ['Customer of the day', 'Date added', 'Net amount'],
      ['Cruz', { day: '2024-02-29' }, { money: money('10.00') }],
      ['Dela Cruz', null, { money: money('5.00') }],
      [{ bold: 'Total' }, null, { formula: 'SUBTOTAL(9,C3:C4)', value: money('15.00') }],
    ])
    const { default: xlsx } = await import('sheetjs-style')
    const file = await book.finish()
    const { FileIndex, FullPaths } = xlsx.CFB.read(file, { type: 'buffer' })
    const part = (name: string) =>
      Buffer.from(
        FileIndex[FullPaths.findIndex((path) => path.endsWith(name))]!.content!,
      ).toString()
    const sheet = part('sheet1.xml')
    const order = [...sheet.matchAll(/<(\w+)[ />]/g)].map(([, name]) => name!)
    // The schema of a worksheet gives its parts this order; a reader refuses another one.
    const parts = ['sheetPr', 'dimension', 'sheetViews', 'cols', 'sheetData', 'autoFilter']
    const places = [...parts, 'pageMargins', 'pageSetup', 'headerFooter'].map((name) =>
      order.indexOf(name),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(sheet).toContain('<autoFilter ref="A2:C4"/>')
    expect(sheet).toContain('xSplit="1" ySplit="2" topLeftCell="B3"')
    expect(sheet).toMatch(/<pageSetup [^>]*orientation="landscape" fitToWidth="1" fitToHeight="0"/)
    expect(part('workbook.xml')).toContain("'Ana''s list'!$A:$A,'Ana''s list'!$2:$2</definedName>")
    const [, list = ''] = /<cellXfs [^>]*>(.*)<\/cellXfs>/s.exec(part('styles.xml'))!
    const styles = list.match(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/gs)!
    const styleOf = (cell: string) =>
      styles[Number(new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(sheet)?.[1] ?? 0)]!
    expect(['A2', 'B2', 'C2'].map((cell) => styleOf(cell).includes('"right"'))).toEqual([
      false,
      false,
      true,
    ])
    const ruled = (cell: string) => !/borderId="0"/.test(styleOf(cell))
    expect(['A5', 'B5', 'C5', 'C4'].map(ruled)).toEqual([true, true, true, false])
    const rows = await readSheet(file, 1)
    expect(rows[1]).toEqual(['Customer of the Day', 'Date Added', 'Net Amount'])
  })

  it('has a second sheet of plain rows as a table, in the same texts and styles', async () => {
    const book = new Workbook(
      { name: 'Sales', widths: [null, 16], header: 1 },
      {
        name: 'Data',
        names: ['Agent', 'net', 'Net', 'A very long name of a column', 'R & "D"\u0007'],
        widths: [null, 16, 10, 10, null],
      },
    )
    book.add([
      [{ bold: 'Sales' }],
      ['Agent', 'Net of what is taken back'],
      [{ bold: 'Ana · 2 rows' }],
    ])
    book.addData([['Ana', { money: money('1.50') }, null, { figure: 3, format: '#,##0' }, '=x']])
    book.add([['Ana', { money: money('1.50') }]])
    book.addData([['Ana', { money: money('-2.00') }, { day: '2026-11-30' }, null, null]])
    const file = await book.finish()
    const names = ['Agent', 'Net', 'Net 2', 'A Very Long Name of a Column', 'R & "D"']
    const rows = await readSheet(file, 'Data')
    expect(rows.map((row) => row.slice(0, 2))).toEqual([
      ['Agent', 'Net'],
      ['Ana', 1.5],
      ['Ana', -2],
    ])
    expect(rows[0]).toEqual(names)
    expect((await readSheet(file, 1)).at(-1)).toEqual(['Ana', 1.5])
    // Read by another program too, which knows tables' parts by their relations.
    const { default: xlsx } = await import('sheetjs-style')
    const read = xlsx.read(file)
    expect(read.SheetNames).toEqual(['Sales', 'Data'])
    expect(read.Sheets.Data!.B3!.v).toBe(-2)
    const { unzipSync } = await import('fflate')
    const parts = Object.fromEntries(
      Object.entries(unzipSync(file)).map(([path, part]) => [path, Buffer.from(part).toString()]),
    )
    const table = parts['xl/tables/table1.xml']!
    expect(table).toContain('ref="A1:E3"')
    expect(
      [...table.matchAll(/<tableColumn [^>]*name="([^"]*)"/g)].map(([, name]) => name),
    ).toEqual([...names.slice(0, 4), 'R &amp; &quot;D&quot;'])
    expect(parts['[Content_Types].xml']).toContain('PartName="/xl/tables/table1.xml"')
    expect(parts['xl/worksheets/_rels/sheet2.xml.rels']).toContain('Target="../tables/table1.xml"')
    const [first, second] = [1, 2].map((no) => parts[`xl/worksheets/sheet${no}.xml`]!)
    expect(second).toMatch(/<\/headerFooter><tableParts count="1"><tablePart r:id="rId1"\/>/)
    expect(second).toContain('xmlns:r=')
    expect([first!.includes('<autoFilter'), second!.includes('<autoFilter')]).toEqual([true, false])
    // A name is as wide as its column, with the button of the filter.
    const widths = (sheet: string) =>
      [...sheet.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))
    expect(widths(first!)[1]).toBeGreaterThanOrEqual('Net of what is taken back'.length + 3)
    expect(widths(second!)[3]).toBeGreaterThanOrEqual(names[3]!.length + 3)
  })

  it('is a table also without rows', async () => {
    const book = new Workbook(
      { name: 'Sales', widths: [null], header: 0 },
      { name: 'Data', names: ['Agent'], widths: [null] },
    )
    book.add([['Agent']])
    const { unzipSync } = await import('fflate')
    const table = unzipSync(await book.finish())['xl/tables/table1.xml']!
    expect(Buffer.from(table).toString()).toContain('ref="A1:A2"')
  })

  it('names columns as a spreadsheet does', () => {
    expect([0, 25, 26, 701, 702].map(letters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
  })
})
