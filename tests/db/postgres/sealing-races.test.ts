import { expect, it } from 'vitest'
import { treasury } from '../../support/cheques.ts'
import { closing } from '../../support/closing.ts'
import { testFixture } from '../../support/fixture.ts'
import { overlap } from '../../support/overlap.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const { day } = treasury(fixture, t)
const books = closing(fixture)

const months = async (past: string) => {
  const [row] = await fixture.db.sql<{ sealed: boolean }>(
    `select m.month is not null as sealed from private.parts_of($1::uuid, date_trunc('month', $2::date)::date,
       (date_trunc('month', $2::date) + interval '1 month')::date - 1) m`,
    [fixture.a, past],
  )
  return row!.sealed
}

/** Returns the other income that the journal charges customers in the month of a day. */
async function charged(past: string) {
  const [row] = await fixture.db.as<{ credit: number }>(
    fixture.role.Owner,
    `select credit::float8 as credit from public.report_journal($1::uuid, jsonb_build_object('level', 'total', 'account', 'other_income',
       'from', date_trunc('month', $2::date)::date, 'to', (date_trunc('month', $2::date) + interval '1 month')::date - 1))`,
    [fixture.a, past],
  )
  return row!.credit
}

it.each(['post', 'seal'])(
  'leaves a month open on which somebody posts while it is sealed, when %s is first',
  async (first) => {
    const customer = await t.customer()
    const past = await day(-70)
    const seal = () =>
      fixture.db.sql(
        `select private.seal_months($1::uuid, array[date_trunc('month', $2::date)::date])`,
        [fixture.a, past],
      )
    const post = () =>
      t.rpc('create_memo', {
        p_memo: {
          ...{ kind: 'debit', reason: 'bounced_cheque', customer_id: customer },
          ...{ amount: '1.00', on_date: past },
        },
      })
    await post()
    await seal()
    expect(await months(past)).toBe(true)
    const before = await charged(past)
    // Neither waits for the other, and the sealing sees nothing of the posting.
    expect(await overlap(fixture.db, { seal, post }, first)).toEqual({ seal: 'done', post: 'done' })
    expect(await months(past)).toBe(false)
    // An entry that was posted meanwhile is in the journal, and in the sums of the next sealing.
    expect(await charged(past)).toBe(before + 1)
    await seal()
    expect(await months(past)).toBe(true)
    expect(await charged(past)).toBe(before + 1)
    expect(await books.broken()).toEqual([])
  },
)

it('seals no month that has not ended', async () => {
  const [row] = await fixture.db.sql<{ sealed: number }>(
    `select private.seal_months($1::uuid, array[date_trunc('month', current_date)::date]) as sealed`,
    [fixture.a],
  )
  expect(row!.sealed).toBe(0)
})

it('does not open the month in which it posts today', async () => {
  const customer = await t.customer()
  await t.rpc('create_memo', {
    p_memo: {
      ...{ kind: 'debit', reason: 'bounced_cheque', customer_id: customer },
      ...{ amount: '1.00', on_date: await day(0) },
    },
  })
  const current = `select month from private.opened_months where month >= date_trunc('month', current_date)`
  expect(await fixture.db.sql(current)).toEqual([])
})
