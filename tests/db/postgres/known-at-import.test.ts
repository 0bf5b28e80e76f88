import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { type ImportAnswer, imports } from '../../support/imports.ts'
import { trade } from '../../support/trade.ts'
import { visitedRows } from '../../support/visited-rows.ts'

const fixture = testFixture()
const shop = trade(fixture)
const kit = (kind: string) => imports(fixture, shop, kind, fixture.role['special access 1'])

const ROWS = 400
const REPORTS = [
  ...['report_ar', 'report_collection', 'report_customer_masterlist', 'report_inventory'],
  ...['report_invoice', 'report_penetration_report', 'report_sales'],
]

interface Answer {
  figures: string
  visited: number
}

/** Answers the total of a report as known at a moment, and how many rows were visited for it. */
async function answered(report: string, known_at: string): Promise<Answer> {
  const params = [fixture.a, JSON.stringify({ level: 'total', known_at })]
  const query = `select coalesce(jsonb_agg(to_jsonb(r)), '[]')::text as figures from public.${report}($1::uuid, $2::text::jsonb) r`
  const [found] = await fixture.db.as<{ figures: string }>(fixture.role.Owner, query, params)
  const visited = await visitedRows(fixture.db.url!, fixture.role.Owner, query, params)
  return { figures: found!.figures, visited }
}

async function answers(known_at: string): Promise<Record<string, Answer>> {
  const all: Record<string, Answer> = {}
  for (const report of REPORTS) all[report] = await answered(report, known_at)
  return all
}

async function moment(): Promise<string> {
  const [found] = await fixture.db.sql<{ at: string }>(
    `select replace(private.settled_moment($1::uuid)::text, ' ', 'T') as at`,
    [fixture.a],
  )
  return found!.at
}

describe('a large import that was undone', () => {
  let before: string
  let between: string
  let small: Record<string, Answer>
  let large: Record<string, Answer>

  beforeAll(async () => {
    const product = await shop.product('10.00', 100)
    const customer = await shop.customer()
    await shop.book(customer, [[product, 3, '10.00']])
    before = await moment()
    small = await answers(before)
    const day = await kit('products').day(1)
    const rows = Array.from({ length: ROWS }, (_, n) => n)
    const made: [string, ImportAnswer][] = []
    const take = async (kind: string, sheet: Record<string, string>[]) =>
      made.push([kind, await kit(kind).take(sheet)])
    await take(
      'products',
      rows.map((n) => ({
        ...{ description: `Imported ${n}`, material_code: `IM-${n}` },
        ...{ def_cost: '1.00', def_srp: '9.00' },
      })),
    )
    await take(
      'customers',
      rows.map((n) => ({
        ...{ name: `Imported store ${n}`, agent: 'A Agent', terms_days: '15' },
        ...{ invoice_no: `IM-${n}`, invoice_date: day, amount: '300.00' },
      })),
    )
    expect(made.flatMap(([, { errors }]) => errors)).toEqual([])
    between = await moment()
    large = await answers(between)
    for (const [kind, done] of made.toReversed()) await kit(kind).undo(done)
    await fixture.db.sql('analyze')
  }, 120_000)

  it('is not read for a report as known before it', async () => {
    const now = await answers(before)
    for (const report of REPORTS) {
      expect([report, now[report]!.figures]).toEqual([report, small[report]!.figures])
      // The entries of the trail are read once for each table of the report.
      expect([report, now[report]!.visited - small[report]!.visited]).toEqual([
        report,
        expect.toSatisfy((more: number) => more < 100 * ROWS),
      ])
    }
  }, 60_000)

  it('is shown by a report as known before it was undone', async () => {
    const now = await answers(between)
    for (const report of REPORTS) {
      expect([report, now[report]!.figures]).toEqual([report, large[report]!.figures])
      expect([report, now[report]!.visited - large[report]!.visited]).toEqual([
        report,
        expect.toSatisfy((more: number) => more < 150 * ROWS),
      ])
    }
  }, 60_000)
})
