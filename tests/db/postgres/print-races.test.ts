import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { overlapping } from '../../support/overlap.ts'
import { reportReader } from '../../support/reports.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const ar = reportReader(fixture, 'report_ar')
let customer: string

interface Numbered {
  print_no: string
  known_at: string
}
const print = () =>
  fixture.db.rpc<Numbered>(fixture.role.Owner, 'print_report', {
    p_project: fixture.a,
    p_idempotency_key: fixture.newIdempotencyKey(),
    p_print: { report: 'ar' },
  })
const unapplied = async (filters: object = {}) =>
  (await ar({ customer_id: customer, level: 'total', ...filters }))[0]!.unapplied
const value = (result: PromiseSettledResult<Numbered>) => {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

beforeAll(async () => {
  customer = await shop.customer()
})

describe('a print while others write', () => {
  it('waits for them, and has what they wrote', async () => {
    const receipt = await shop.collect(customer, '20.00', [])
    const [approved, done] = await overlapping(fixture.db, () => shop.approve(receipt.id), print)
    expect(approved.status).toBe('fulfilled')
    expect(await unapplied({ known_at: value(done).known_at })).toBe('20.00')
  })

  it('has nothing of those who wait for it', async () => {
    const receipt = await shop.collect(customer, '30.00', [])
    const [done, approved] = await overlapping(fixture.db, print, () => shop.approve(receipt.id))
    expect(approved.status).toBe('fulfilled')
    expect(await unapplied({ known_at: value(done).known_at })).toBe('20.00')
    expect(await unapplied()).toBe('50.00')
  })

  it('has a number of its own', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, print))
    expect(new Set(all.map(({ print_no }) => print_no)).size).toBe(10)
  })
})
