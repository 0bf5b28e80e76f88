import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { afterAll, describe, expect, it } from 'vitest'
import { FRESH, rounds } from '../../../tests/support/rounds'
import { workbook, workbookParts, zipFiles } from '../../../tests/support/workbook'
import { cellText } from './cells'
import { MAX_BYTES, MAX_UNPACKED } from './limits'
import { readCarried, readSheetUpload, readText, writeText } from './read.server'

const upload = async (content: Buffer | string, name = 'products.xlsx') =>
  (await readSheetUpload(Buffer.from(content as string), name)).grid

/** Errors that escape the reader's promise would end the server. */
const slipped: unknown[] = []
const note = (error: unknown) => slipped.push(error)
process.on('unhandledRejection', note).on('uncaughtExceptionMonitor', note)
afterAll(() => {
  process.off('unhandledRejection', note).off('uncaughtExceptionMonitor', note)
  expect(slipped).toEqual([])
})

describe('an Excel workbook', () => {
  it('gives texts, numbers, days and the values of formulas; codes keep their zeros', async () => {
    const grid = await upload(
      workbook([
        ['Code', 'Name', 'Cost', 'From', 'SRP', 'Bad'],
        [
          '00123',
          'Soap & water',
          1.1,
          new Date(Date.UTC(2026, 10, 21)),
          { formula: 'C2*2', value: 2.2 },
          { formula: '1/0', value: '#DIV/0!' },
        ],
        [],
        [4800012345678, { formula: 'A&B', value: 'Joined' }, 0.1 + 0.2, null, 12],
      ]),
    )
    expect(grid).toEqual([
      ['Code', 'Name', 'Cost', 'From', 'SRP', 'Bad'],
      ['00123', 'Soap & water', '1.1', '2026-11-21', '2.2', '#DIV/0!'],
      ['', '', '', '', '', ''],
      ['4800012345678', 'Joined', '0.3', '', '12', ''],
    ])
  })

  it('can have 10,000 rows; one with more is refused', async () => {
    const row = (n: number) => [`C-${n}`, `Product number ${n}`, n, 'Category', n / 4]
    const rows = Array.from({ length: 10_000 }, (_, n) => row(n))
    expect(
      await upload(workbook([['Code', 'Name', 'Case', 'Category', 'Cost'], ...rows])),
    ).toHaveLength(10_001)
    await expect(upload(workbook([...rows, row(1), row(2)]))).rejects.toThrow(/10,002 rows; 10,000/)
  })

  it('names its parts in any case, but none twice', async () => {
    const parts = workbookParts([['Code'], ['001']])
    const { 'xl/sharedStrings.xml': texts, ...others } = parts
    const named = zipFiles({ ...others, 'xl/SharedStrings.xml': texts! })
    expect(await upload(named)).toEqual([['Code'], ['001']])
    await expect(upload(zipFiles({ ...parts, 'xl/SharedStrings.xml': texts! }))).rejects.toThrow(
      'cannot be read',
    )
  })

  it('is read as another reader reads it', async () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.string({ unit: 'grapheme-ascii', minLength: 1 }),
      fc.constantFrom('Piña & <Co>', '00123', '=1+1', 'Ñora 🙂'),
      fc.double({ noNaN: true, min: -1e15, max: 1e15 }),
      fc.integer(),
      fc
        .integer({ min: 61, max: 80_000 })
        .map((day) => new Date(Date.UTC(1899, 11, 30) + day * 86_400_000)),
      fc.record({ formula: fc.constant('A1&B1'), value: fc.oneof(fc.integer(), fc.constant('x')) }),
    )
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(rows, async (cells) => {
        const file = workbook([['Code'], ...cells])
        const other = (await readSheet(file, 1)).map((row) => row.map(cellText))
        const grid = await upload(file)
        const width = grid[0]!.length
        expect(grid).toEqual(other.slice(0, grid.length).map((row) => row.slice(0, width)))
      }),
      { numRuns: rounds(25, 1000), seed: FRESH },
    )
  })

  it('is refused in plain words when it is of another format, old, empty, damaged or too large', async () => {
    const good = workbook([['Code'], ['1']])
    await expect(upload('')).rejects.toThrow('The file is empty.')
    await expect(upload('Code,Name\n1,2')).rejects.toThrow('not an Excel file')
    await expect(upload(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old.xls')).rejects.toThrow('.xls')
    await expect(upload(zipFiles({ 'word/document.xml': '<w/>' }))).rejects.toThrow(
      'cannot be read',
    )
    await expect(upload(good.subarray(0, 300))).rejects.toThrow('cannot be read')
    await expect(upload(workbook([]))).rejects.toThrow('The sheet is empty')
    await expect(upload(randomBytes(MAX_BYTES + 1))).rejects.toThrow('5 MB at most')
  })

  it('is refused, or read, wherever it is damaged', async () => {
    const good = workbook([
      ['Code', 'Name'],
      ['1', 'Soap'],
    ])
    for (let at = 4; at < good.length; at += 3) {
      const bad = Buffer.from(good)
      bad[at] = bad[at]! ^ 0xff
      await upload(bad).catch((error: Error) => expect(error.message).toMatch(/[a-z]{3,}.*\./))
      await upload(good.subarray(0, at)).catch((error: Error) =>
        expect(error.message).toMatch(/\./),
      )
    }
  })

  it('is refused when it unpacks to far more than it states', async () => {
    const parts = workbookParts([['Code'], ['1']])
    const bomb = zipFiles(
      { ...parts, 'xl/worksheets/sheet1.xml': Buffer.alloc(100_000_000, ' ') },
      100,
    )
    expect(bomb.length).toBeLessThan(MAX_BYTES)
    const before = process.memoryUsage().rss
    await expect(upload(bomb)).rejects.toThrow('too large when unpacked')
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000)
  })

  it('is refused when its stated sizes are too large, or it has too many files', async () => {
    const parts = workbookParts([['Code'], ['1']])
    const half = Buffer.alloc(MAX_UNPACKED / 2, ' ')
    const pair = { 'xl/worksheets/sheet1.xml': half, 'xl/sharedStrings.xml': half }
    await expect(upload(zipFiles({ ...parts, ...pair }))).rejects.toThrow('too large when unpacked')
    const many = Array.from({ length: 2001 }, (_, n) => [`docProps/${n}.xml`, ''])
    await expect(upload(zipFiles({ ...parts, ...Object.fromEntries(many) }))).rejects.toThrow(
      'too large when unpacked',
    )
  })

  it('with a cell at the last possible row or column is refused, however its reference is written', async () => {
    const parts = workbookParts([['Code'], ['1']])
    const withCell = (row: string) =>
      zipFiles({
        ...parts,
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${row}</sheetData></worksheet>`,
      })
    await expect(
      upload(withCell('<row r="1048576"><c r="A1048576"><v>1</v></c></row>')),
    ).rejects.toThrow('row 1,048,576')
    await expect(upload(withCell("<row r = '999999999999'></row>"))).rejects.toThrow(
      'cannot be read',
    )
    await expect(upload(withCell('<row r="&#49;e9"></row>'))).rejects.toThrow('cannot be read')
    await expect(upload(withCell('<row r="1"><c r="XFD1"><v>1</v></c></row>'))).rejects.toThrow(
      'XFD',
    )
  })

  it('stuffed with empty strings is read to its end', async () => {
    const parts = workbookParts([['Code'], ['1']])
    const strings = Buffer.concat([
      Buffer.from('<sst><si><t>Code</t></si><si><t>1</t></si>'),
      Buffer.alloc(10_000_000, '<si/>'),
      Buffer.from('</sst>'),
    ])
    expect(await upload(zipFiles({ ...parts, 'xl/sharedStrings.xml': strings }))).toEqual([
      ['Code'],
      ['1'],
    ])
  })
})

describe('text', () => {
  it('from the clipboard has tabs; quotes and line breaks in cells are kept apart', () => {
    expect(readText('Code\tName\r\n001\t2" pipe\r\n002\t"Grade A" rice\r\n')).toEqual([
      ['Code', 'Name'],
      ['001', '2" pipe'],
      ['002', '"Grade A" rice'],
    ])
    expect(readText('Code\tName\n001\t"Two\nlines"\n')).toEqual([
      ['Code', 'Name'],
      ['001', 'Two lines'],
    ])
    expect(readText('Price list\nCode\tName\n1\tSoap')).toHaveLength(3)
  })

  it('may be CSV with commas or semicolons in any usual encoding', async () => {
    const grid = [
      ['Code', 'Name'],
      ['001', 'Piña, fresh'],
    ]
    const text = 'Code,Name\r\n001,"Piña, fresh"\r\n'
    expect(await upload(`\uFEFF${text}`, 'list.csv')).toEqual(grid)
    expect(await upload(Buffer.from(text, 'latin1'), 'list.csv')).toEqual(grid)
    expect(await upload(Buffer.from('Code;Name\n001;"Piña, fresh"'), 'list.csv')).toEqual(grid)
    const utf16 = Buffer.from('\uFEFFCode\tName\r\n001\tPiña, fresh', 'utf16le')
    expect(await upload(utf16, 'list.txt')).toEqual(grid)
    expect(await upload(utf16.swap16(), 'list.txt')).toEqual(grid)
    const marks = Buffer.concat([
      Buffer.from('Code,Name\n1,'),
      Buffer.from([0x93, 0x80, 0x94, 0xf1]),
    ])
    expect(await upload(marks, 'list.csv')).toContainEqual(['1', '“€”ñ'])
  })

  it('is separated by what gives most rows the same number of cells', () => {
    const head = 'Code,Name,Supplier,Cost,SRP'
    expect(readText(`${head}\nA,Soap\tbar,North,5.00,8.50`)[1]).toEqual([
      'A',
      'Soap bar',
      'North',
      '5.00',
      '8.50',
    ])
    expect(readText(`${head}\nA,Soap,"North\t",5.00,8.50`)[1]![2]).toBe('North')
    expect(readText('Code;Cost\nA;12,50\nB;8,75')[1]).toEqual(['A', '12,50'])
    expect(readText('Code\tCost\nA\t1,250.00\nB\t1,300.00')[1]).toEqual(['A', '1,250.00'])
    // Each row has as many commas as semicolons: the commas are in its numbers and texts.
    for (const rows of ['A;12,50;15,75\nB;1,5;2,5', 'Code;Cost, PHP;SRP, PHP\nA;12,50;15,75'])
      expect(readText(rows).map((row) => row.length)).toEqual([3, 3])
    expect(readText('Code;Cost, PHP;SRP, PHP\nA;12,50;15,75')[1]).toEqual(['A', '12,50', '15,75'])
    expect(readText('List of today\n\nCode|Name\nA|Soap, white')[3]).toEqual(['A', 'Soap, white'])
  })

  it('that a program wrote as a formula, so that Excel keeps its zeros, is the text', () => {
    expect(readText(`CR,Cheque\n="0001234",="00 42"\n"=""0001235""",="a"&"b"`)).toEqual([
      ['CR', 'Cheque'],
      ['0001234', '00 42'],
      ['0001235', '="a"&"b"'],
    ])
  })

  it('is refused in plain words when it is no table, or too large a one', async () => {
    expect(() => readText(' \n\t\n')).toThrow('The sheet is empty')
    expect(() => readText('Code,Name\n1,"open\n2,Soap')).toThrow('quotation mark')
    expect(() => readText('x\n'.repeat(10_002))).toThrow('10,002 rows')
    expect(() => readText('x,'.repeat(101))).toThrow(/nothing|columns/)
    expect(() => readText(`${'x,'.repeat(101)}x`)).toThrow('102 columns')
    expect(() => readText('x'.repeat(MAX_BYTES + 1))).toThrow('5 MB')
    expect(() => readText(`Code\n${'x'.repeat(5001)}`)).toThrow(
      'row 2 has more than 5,000 characters',
    )
    expect(() => readText('"'.repeat(2_000_000))).toThrow('5,000 characters')
    expect(() => readText(`${'"'.repeat(2000)},`.repeat(99).concat('\n').repeat(10))).toThrow(
      '5 MB',
    )
    await expect(upload(Buffer.from([1, 0, 2, 0]), 'list.csv')).rejects.toThrow('not a table')
  })

  it('travels in the form and comes back as it was', () => {
    const grid = [
      ['Code', 'Name', ''],
      ['', '', ''],
      ['=1+1', ' "quoted" 2"', 'a;b,c'],
    ]
    const tidy = grid.map((row) => row.map((cell) => cell.trim()))
    expect(readCarried(writeText(tidy).replaceAll('\n', '\r\n'))).toEqual(
      [['Code', 'Name', ''], [''], ['=1+1', '"quoted" 2"', 'a;b,c']].map((row, index) =>
        index === 1 ? expect.anything() : row,
      ),
    )
    expect(readCarried('One column\n001\n')).toEqual([['One column'], ['001']])
  })
})
