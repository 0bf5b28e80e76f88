import { describe, expect, it } from 'vitest'
import { workbookParts, zipFiles } from '../../../tests/support/workbook'
import { MAX_BYTES } from './limits'
import { readSheetUpload } from './read.server'

const parts = workbookParts([['Code'], ['1']])
const RELS = 'xl/_rels/workbook.xml.rels'
const SHEET = 'xl/worksheets/sheet1.xml'
const MIB = 1024 * 1024

/** A workbook with some of its parts replaced. */
const workbookWith = (changed: Record<string, string | Buffer>) =>
  zipFiles({ ...parts, ...changed })
const sheetWith = (cells: string) =>
  workbookWith({ [SHEET]: `<worksheet><sheetData>${cells}</sheetData></worksheet>` })
const cell = (value: string) =>
  `<row r="1"><c r="A1" t="inlineStr"><is><t>${value}</t></is></c></row>`

const sheetAt = (target: string) =>
  workbookWith({
    [RELS]: parts[RELS]!.replace('worksheets/sheet1.xml', target),
    'xl/other/sheet1.xml': `<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>`,
  })

/** Files that a reader of workbooks may stumble over, none of them more than a few kilobytes as it is sent. */
const HOSTILE: [what: string, file: Buffer, says: string][] = [
  ['a sheet outside of the folder of sheets', sheetAt('other/sheet1.xml'), 'cannot be read'],
  [
    'a sheet at an address that climbs',
    sheetAt('worksheets/../other/sheet1.xml'),
    'cannot be read',
  ],
  ['a sheet at an absolute address', sheetAt('/xl/other/sheet1.xml'), 'cannot be read'],
  ['a sheet on another machine', sheetAt('https://example.com/sheet1.xml'), 'cannot be read'],
  ['the texts as the sheet', sheetAt('sharedStrings.xml'), 'cannot be read'],
  ['one endless text', sheetWith(cell('x'.repeat(MIB / 2))), '32,767 characters'],
  ['one endless name', sheetWith(`<${'x'.repeat(MIB / 2)}/>`), 'The sheet is empty'],
  [
    'one endless value of an attribute',
    sheetWith(`<row r="${'1'.repeat(MIB / 2)}"/>`),
    'cannot be read',
  ],
  ['one endless comment', sheetWith(`<!--${'-x'.repeat(MIB / 4)}-->`), 'The sheet is empty'],
  ['one that does not end', sheetWith(`<!--${'x'.repeat(MIB / 2)}`), 'cannot be read'],
  ['a tag that does not end', sheetWith(`<row ${' '.repeat(MIB / 2)}`), 'cannot be read'],
  [
    '400,000 attributes',
    sheetWith(`<row ${Array.from({ length: 400_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`),
    'cannot be read',
  ],
  ['100,000 elements in each other', sheetWith('<row>'.repeat(100_000)), 'cannot be read'],
  [
    'entities of entities',
    workbookWith({
      [SHEET]: `<!DOCTYPE w [<!ENTITY a "xxxxxxxxxx">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "${`&a${at - 1};`.repeat(10)}">`).join('')}]><worksheet><sheetData>${cell('&a19;')}</sheetData></worksheet>`,
    }),
    'cannot be read',
  ],
  ['an entity', sheetWith(cell('&lol;')), 'cannot be read'],
  [
    '100,000 rows',
    sheetWith('<row/>'.repeat(100_000) + cell('x').replace(/ r="[^"]*"/g, '')),
    'row 100,001',
  ],
  [
    '100,000 columns',
    sheetWith(`<row r="1">${'<c/>'.repeat(100_000)}<c><v>1</v></c></row>`),
    'cannot be read',
  ],
  [
    '100,000 styles',
    workbookWith({
      'xl/styles.xml': `<styleSheet><cellXfs>${'<xf/>'.repeat(100_000)}</cellXfs>`,
    }),
    'cannot be read',
  ],
  [
    '100,000 sheets',
    workbookWith({
      'xl/workbook.xml': `<workbook><sheets>${'<sheet/>'.repeat(100_000)}</sheets></workbook>`,
    }),
    'cannot be read',
  ],
]

describe('a workbook that was made to harm', () => {
  it.each(HOSTILE)('is refused with a sentence: %s', async (_, file, says) => {
    expect(file.length).toBeLessThan(MAX_BYTES)
    await expect(readSheetUpload(file, 'list.xlsx')).rejects.toThrow(says)
  })

  it('is read by the sheet that the workbook names, wherever the part is named from', async () => {
    for (const target of ['/xl/worksheets/sheet1.xml', '../xl/worksheets/sheet1.xml'])
      expect(await readSheetUpload(sheetAt(target), 'list.xlsx')).toMatchObject({
        grid: [['Code'], ['1']],
      })
  })
})
