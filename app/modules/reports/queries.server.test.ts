import { describe, expect, it } from 'vitest'
import type { Db } from '~/platform/request/context'
import type { ReportColumn, ReportDefinition, ReportView } from './definition.ts'
import { runReport } from './queries.server.ts'

/** Returns a database with `size` rows, keyed 0001, 0002 …, that pages as the SQL functions do. */
function database(size: number): Db {
  const all = Array.from({ length: size }, (_, n) => ({
    row_key: String(n + 1).padStart(4, '0'),
    balance: '1.00',
  }))
  return {
    rpc: async (
      _: string,
      { p_filters: resolved }: { p_filters: Record<string, string | number | boolean> },
    ) => {
      const total = { level: 'total', row_key: '', balance: `${size}.00` }
      if (resolved.level === 'total') return { data: [total], error: null }
      const { after, before, limit, with_total } = resolved
      const found = all.filter(
        ({ row_key }) => (!after || row_key > after) && (!before || row_key < before),
      )
      if (before) found.reverse()
      const page = found.slice(0, Number(limit))
      return { data: with_total ? [total, ...page] : page, error: null }
    },
  } as unknown as Db
}

const settings = {} as ReportView['settings']
const balance: ReportColumn = { key: 'balance', header: 'Balance', type: 'money' }
/** Returns a report with these columns. */
const report = (columns: ReportDefinition['columns'], atOnce = false) =>
  ({
    columns,
    hasTotal: () => atOnce,
    levels: [
      { value: 'document' },
      { value: 'product' },
      { value: 'grouped', groups: { named: [] } },
    ],
  }) as unknown as ReportDefinition

/** Returns the address of a page. */
const page = (cursor: { after?: string | null; before?: string | null } = {}) =>
  `http://report/?${new URLSearchParams(cursor as Record<string, string>)}`

describe.each([
  ['asks for the total apart', false],
  ['asks for rows and total at once', true],
])('runReport %s', (_, atOnce) => {
  const read = async (size: number, url = page()) => {
    const { rows, ...run } = await runReport(
      database(size),
      'project',
      report(() => [balance], atOnce),
      { level: 'document', filters: { level: 'document' }, settings, permissions: [] },
      url,
    )
    return { ...run, first: rows[0]?.row_key, last: rows.at(-1)?.row_key, size: rows.length }
  }

  it('has one page of what fits one, with the total of all', async () => {
    expect(await read(100)).toMatchObject({
      size: 100,
      newer: null,
      older: null,
      total: { balance: '100.00' },
    })
    expect(await read(0)).toMatchObject({ size: 0, newer: null, older: null })
  })

  it('goes forwards and back over the same pages', async () => {
    const one = await read(250)
    expect(one).toMatchObject({ first: '0001', last: '0100', newer: null })
    const two = await read(250, page({ after: one.older }))
    expect(two).toMatchObject({ first: '0101', last: '0200', total: { balance: '250.00' } })
    const three = await read(250, page({ after: two.older }))
    expect(three).toMatchObject({ first: '0201', last: '0250', older: null })
    const back = await read(250, page({ before: three.newer }))
    expect(back).toMatchObject({ first: '0101', last: '0200' })
    const start = await read(250, page({ before: back.newer }))
    expect(start).toMatchObject({ first: '0001', last: '0100', newer: null })
    expect(start.older).not.toBeNull()
  })

  it('takes figures out of their object, and the cells of a matrix out of theirs, by the heads of the total', async () => {
    const answers = {
      total: { heads: [{ key: '2026-10', label: '10/2026' }], qty: { '2026-10': 24 } },
      product: {
        row_key: 'a',
        figures: { qty: { '2026-10': '12', '2026-11': 5 }, share: '33.33' },
      },
    }
    const db = {
      rpc: async (
        _: string,
        { p_filters: { level } }: { p_filters: { level: keyof typeof answers } },
      ) => ({ data: [answers[level]], error: null }),
    } as unknown as Db
    const matrix = report(({ heads }) => [
      { key: 'share', header: 'Share', type: 'percent' },
      ...heads.map(
        ({ key, label }): ReportColumn => ({ key, header: label, type: 'pieces', of: 'qty' }),
      ),
    ])
    const resolved = { level: 'product', filters: { level: 'product' }, settings, permissions: [] }
    const run = await runReport(db, 'project', matrix, resolved, page())
    expect(run.rows).toEqual([{ row_key: 'a', share: 33.33, 'qty.2026-10': 12 }])
    expect(run.total).toEqual({ 'qty.2026-10': 24 })
  })
})

it('begins a later page with the headers of the groups that its first row lies in, not with texts that look like one', async () => {
  const [agent, customer] = ['A\u001f0', 'A\u001f1\u001f1\u001f1\u001fC\u001f0']
  const line = (n: number) =>
    `A\u001f1\u001f1\u001f1\u001fC\u001f1\u001f${String(n).padStart(3, '0')}`
  const keys = [agent, customer, ...Array.from({ length: 150 }, (_, n) => line(n))] as string[]
  const db = {
    rpc: async (_: string, { p_filters }: { p_filters: Record<string, string | number> }) => {
      if (p_filters.level === 'total') return { data: [{ level: 'total' }], error: null }
      const found = keys.filter((key) => !p_filters.after || key > p_filters.after)
      const rows = found.slice(0, Number(p_filters.limit)).map((row_key) => ({ row_key }))
      return { data: rows, error: null }
    },
  } as unknown as Db
  const resolved = { level: 'grouped', filters: { level: 'grouped' }, settings, permissions: [] }
  const read = (url: string) =>
    runReport(
      db,
      'project',
      report(() => [balance]),
      resolved,
      url,
    )
  const first = await read(page())
  expect(first.rows.map(({ row_key }) => row_key)).toEqual(keys.slice(0, 100))
  const second = await read(page({ after: first.older }))
  expect(second.rows.slice(0, 3)).toEqual([
    { row_key: agent, continued: 1 },
    { row_key: customer, continued: 1 },
    { row_key: keys[100] },
  ])
})
