import { readSheet } from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { makeReport, makeWorkbook } from './make.ts'

it('makes one workbook after the other, also those that are asked for at once', async () => {
  const make = async (name: string) =>
    readSheet(
      Buffer.from(await makeWorkbook({ name, widths: [10], header: 0 }, [['Name'], [name]])),
    )
  expect(await make('First')).toEqual([['Name'], ['First']])
  expect(await Promise.all([make('Second'), make('Third')])).toEqual([
    [['Name'], ['Second']],
    [['Name'], ['Third']],
  ])
}, 30_000)

it('makes a report of what its definition says, and fails with whoever reads its rows', async () => {
  const run = {
    view: { level: 'customer', filters: {}, settings: {}, heads: [] },
    total: { net: '12.50' },
    heading: { company: 'A', runAt: '2026-11-21T03:00:00.000Z', timeZone: 'Asia/Manila' },
  }
  async function* parts() {
    yield 'customer_name\u009fnet\u009eStore\u009f12.50'
  }
  async function* broken() {
    yield* parts()
    throw new Error('The database went away.')
  }
  await expect(makeReport('sales', run, broken())).rejects.toThrow('The database went away.')
  const rows = await readSheet(Buffer.from(await makeReport('sales', run, parts())))
  const at = rows[6]!.indexOf('Net')
  expect(rows.slice(7).map((row) => [row[0], row[at]])).toEqual([
    ['Store', 12.5],
    ['Grand total', 12.5],
  ])
}, 30_000)
