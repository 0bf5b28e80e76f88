import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { unzipSync } from 'fflate'
import { beforeAll, expect, it } from 'vitest'
import { type BundledPaper, writeBundle } from '../../app/platform/papers/bundle.ts'
import { faultsOf } from '../support/e-invoice-schema.ts'
import { testFixture } from '../support/fixture.ts'
import { setRules } from '../support/rules.ts'
import { vatTrade } from '../support/vat.ts'
import { withoutTriggers } from '../support/without-triggers.ts'

/** The files of a period as one archive: what it packs is read back, held against the schema and its hashes. */
const fixture = testFixture()
const { memo } = vatTrade(fixture)
const PERIOD = { from: '2026-03-01', to: '2026-03-31' }

interface Row extends BundledPaper {
  sort_key: string
  id: string
  on_date: string
  found: number
}
const list = async (filters: object = {}, user = fixture.role['finance admin']) =>
  (
    await fixture.db.as<{ row: Row }>(
      user,
      'select to_jsonb(t) as row from public.tax_files($1::uuid, $2::text::jsonb) t',
      [fixture.a, JSON.stringify({ ...PERIOD, ...filters })],
    )
  ).map(({ row }) => row)

beforeAll(async () => {
  await setRules(fixture, 'a', { title: 'Alpha & Ñ, Inc.', tin_no: '123-456-789' })
  for (const [no, date] of [
    ['TF-1', '2026-03-02'],
    ['TF-2', '2026-03-02'],
    ['TF-3', '2026-03-03'],
    ['TF-4', '2026-04-01'],
  ] as const) {
    const sold = await memo.sold(12, '11.20', no, { date })
    if (no === 'TF-3')
      await memo.write({
        ...{ kind: 'credit', reason: 'return', booking_id: sold.id, on_date: '2026-03-04' },
        lines: [{ line_id: sold.line, quantity: 3 }],
      })
    if (no === 'TF-2') {
      await withoutTriggers(fixture, 'public.e_invoices', 'append_only', () =>
        fixture.db.sql('delete from public.e_invoices where booking_id = $1::uuid', [sold.id]),
      )
    }
  }
})

it('lists invoices and memos of a period by day and number, and marks those made later', async () => {
  const all = await list()
  expect(all.map(({ kind, number, made, found }) => [kind, number, made, Number(found)])).toEqual([
    ['invoice', 'TF-1', 'at_issue', 4],
    ['invoice', 'TF-2', 'later', 4],
    ['invoice', 'TF-3', 'at_issue', 4],
    ['credit_memo', 'CM-000001', 'at_issue', 4],
  ])
  // The file of one made later is made when it is exported.
  expect(all.map(({ sha256 }) => sha256?.length ?? 0)).toEqual([64, 0, 64, 64])
  expect(all.every(({ content }) => content === null)).toBe(true)
  const [n, t] = /^(\d+)~(.*)$/.exec(all[1]!.sort_key)!.slice(1)
  const rest = await list({ limit: 1, after: { n, t, id: all[1]!.id } })
  expect(rest.map(({ number }) => number)).toEqual(['TF-3'])
  const before = await list({ limit: 1, before: { n, t, id: all[1]!.id } })
  expect(before.map(({ number }) => number)).toEqual(['TF-1'])
  // Whoever exports them reads one after the other.
  const read: Row[] = []
  for (;;) {
    const last = read.at(-1)
    const [n, t] = /^(\d+)~(.*)$/.exec(last?.sort_key ?? '')?.slice(1) ?? []
    const after = last ? { after: { n, t, id: last.id } } : {}
    const part = await list({ with_content: true, limit: 1, ...after })
    if (part.length === 0) break
    read.push(...part)
  }
  expect(read.map(({ number }) => number)).toEqual(all.map(({ number }) => number))
  const far = { n: '99999999999', t: '', id: all[0]!.id }
  expect(await list({ with_content: true, after: far })).toEqual([])
  for (const role of ['invoice admin', 'sales admin', 'ASE'] as const)
    await expect(list({}, fixture.role[role])).rejects.toMatchObject({ code: '42501' })
})

async function* inParts(rows: readonly Row[], size: number): AsyncGenerator<BundledPaper[]> {
  for (let at = 0; at < rows.length; at += size)
    yield rows.slice(at, at + size).map(({ on_date, ...row }) => ({ ...row, date: on_date }))
}

it('packs them with an index of their hashes, which is read back', async () => {
  const rows = await list({ with_content: true })
  const pieces = writeBundle({ seller: 'Alpha & Ñ, Inc.', ...PERIOD }, inParts(rows, 3))
  const files = unzipSync(Buffer.concat(await Readable.from(pieces).toArray()))
  const text = (name: string) => Buffer.from(files[name]!).toString()
  const index = JSON.parse(text('index.json')) as {
    count: number
    seller: string
    papers: { file: string; number: string; sha256: string; made: string }[]
  }
  expect([index.seller, index.count]).toEqual(['Alpha & Ñ, Inc.', 4])
  expect(Object.keys(files).sort()).toEqual([
    'index.json',
    'invoices/TF-1.json',
    'invoices/TF-2.json',
    'invoices/TF-3.json',
    'memos/CM-000001.json',
  ])
  for (const { file, number, sha256, made } of index.papers) {
    const read = JSON.parse(text(file)) as { document: { number: string; made: string } }
    expect(faultsOf(read)).toEqual([])
    expect([read.document.number, read.document.made]).toEqual([number, made])
    // The bytes between the keys are hashed as they are.
    const content = text(file).slice('{"document":'.length, text(file).lastIndexOf(',"sha256":'))
    expect(createHash('sha256').update(content, 'utf8').digest('hex')).toBe(sha256)
  }
})
