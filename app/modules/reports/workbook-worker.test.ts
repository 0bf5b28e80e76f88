import { readSheet } from 'read-excel-file/node'
import { expect, it, onTestFinished } from 'vitest'
import { runOnThread } from '../../../server/run-on-thread.ts'
import type { SheetRun } from './sheet.ts'
import { reportMessages } from './workbook-messages.ts'

const make = async (messages: Parameters<typeof runOnThread>[1]) =>
  readSheet(Buffer.from(await runOnThread('workbook', messages)))

it('makes one workbook after the other, also those that are asked for at once', async () => {
  const sheet = (name: string) =>
    make([{ head: { name, widths: [10], header: 0 }, rows: [['Name'], [name]] }])
  expect(await sheet('First')).toEqual([['Name'], ['First']])
  expect(await Promise.all([sheet('Second'), sheet('Third')])).toEqual([
    [['Name'], ['Second']],
    [['Name'], ['Third']],
  ])
}, 30_000)

it('makes small files on one thread, and ends that of a large one', async () => {
  let started = 0
  const count = () => {
    started++
  }
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  const text = (cell: string) =>
    runOnThread('workbook', [
      { head: { name: 'Text', widths: [10], header: 0 }, rows: [[cell]], format: 'csv' },
    ])
  for (const cell of ['First', 'Second', 'Third'])
    expect(Buffer.from(await text(cell)).toString()).toContain(cell)
  const before = started
  expect(before).toBeLessThan(2)
  await text('x'.repeat(1024 * 1024))
  expect(started).toBe(before)
  expect(Buffer.from(await text('Last')).toString()).toContain('Last')
  expect(started).toBe(before + 1)
}, 30_000)

it('makes a report of what its definition says, and fails with whoever reads its rows', async () => {
  const run = {
    view: { level: 'customer', filters: {}, settings: {}, permissions: [], heads: [] },
    total: { net: '12.50' },
    chosen: { text: null, show: [] },
    heading: { company: 'A', runAt: '2026-11-21T03:00:00.000Z', timeZone: 'Asia/Manila' },
  } as unknown as SheetRun
  async function* parts() {
    yield 'customer_name\u009fnet\u009eStore\u009f12.50'
  }
  async function* broken() {
    yield* parts()
    throw new Error('The database went away.')
  }
  await expect(
    make(reportMessages('sales', async () => ({ ...run, parts: broken() }))),
  ).rejects.toThrow('The database went away.')
  const rows = await make(reportMessages('sales', async () => ({ ...run, parts: parts() })))
  const at = rows[6]!.indexOf('Net')
  expect(rows.slice(7).map((row) => [row[0], row[at]])).toEqual([
    ['Store', 12.5],
    ['Total', 12.5],
  ])
  const file = await runOnThread(
    'workbook',
    reportMessages('sales', async () => ({ ...run, parts: parts() })),
  )
  const data = await readSheet(Buffer.from(file), 'Data')
  expect(data.map((row) => [row[0], row[data[0]!.indexOf('Net')]])).toEqual([
    ['Customer', 'Net'],
    ['Store', 12.5],
  ])
  // A file for other programs has the first sheet alone.
  const text = await runOnThread(
    'workbook',
    reportMessages('sales', async () => ({ ...run, parts: parts() }), 'csv'),
  )
  const lines = Buffer.from(text).toString().trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).not.toContain('Discount')
}, 30_000)
