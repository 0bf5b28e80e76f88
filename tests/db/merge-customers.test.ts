import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)
const finance = () => fixture.role['finance admin']

interface Customer extends Record<string, unknown> {
  id: string
  version: number
  approval_status: string
  merged_into: string | null
}

const customer = async (id: string) =>
  (await fixture.db.sql<Customer>('select * from public.customers where id = $1::uuid', [id]))[0]!
const merge = async (id: string, into: string, by = finance(), version?: number) =>
  t.rpc<{ version: number }>(
    'merge_customers',
    {
      p_customer: id,
      p_version: version ?? (await customer(id)).version,
      p_into: into,
      p_reason: 'Entered twice',
    },
    by,
  )
/** What the AR report says of a customer on a day, as whoever reads everything. */
const owed = async (id: string, asOf: string, knownAt?: string) => {
  const rows = await fixture.db.as<{ balance: string; cleared_balance: string }>(
    fixture.both,
    "select balance::text, cleared_balance::text from public.report_ar($1::uuid, jsonb_build_object('as_of', $2::text, 'customer_id', $3::text, 'level', 'total', 'known_at', $4::text)) where level = 'total'",
    [fixture.a, asOf, id, knownAt ?? null],
  )
  return rows[0]?.balance ?? '0.00'
}
const sales = async (id: string, from: string, to: string) => {
  const [row] = await fixture.db.sql<{ amount: string }>(
    'select coalesce(sum(amount), 0.00)::text as amount from public.sales_entries where customer_id = $1::uuid and on_date between $2::text::date and $3::text::date',
    [id, from, to],
  )
  return row!.amount
}
const statement = async (id: string, from: string, to: string) => {
  const [row] = await fixture.db.as<{ s: Record<string, unknown> }>(
    fixture.both,
    "select public.customer_statement($1::uuid, $2::uuid, jsonb_build_object('from', $3::text, 'to', $4::text)) as s",
    [fixture.a, id, from, to],
  )
  return (typeof row!.s === 'string' ? JSON.parse(row!.s) : row!.s) as {
    opening: string
    closing: string
    charges: string
    credits: string
    entries: { kind: string; note: string | null; charge: string; credit: string; no: string }[]
    open: { no: string; balance: string }[]
  }
}

let product: string
let today: string
let past: string
beforeAll(async () => {
  product = await t.product('10.00', 1000)
  ;[today, past] = [await tr.day(), await tr.day(-40)]
}, 60_000)

/** A delivered invoice of some pieces at 10.00. */
async function invoice(who: string, pieces: number, no: string, date = past) {
  const { id, version } = await t.book(who, [[product, pieces, '10.00']], date)
  const validated = await t.validate(id, version)
  const delivered = await t.deliver(id, validated.version, null, date)
  return { id, ...(await t.invoice(id, delivered.version, no, date)) }
}

describe('a customer who was entered twice', () => {
  it('owes as one from today on, and past days stay as they were', async () => {
    const [twin, kept] = [await t.customer('5000.00'), await t.customer('5000.00')]
    const open = await invoice(twin, 30, 'M-100')
    const paid = await invoice(twin, 10, 'M-101')
    await invoice(kept, 7, 'M-102')
    const receipt = await t.collect(twin, '150.00', [
      [paid.id, '100.00'],
      [open.id, '20.00'],
    ])
    await t.approve(receipt.id)
    const before = {
      twin: await owed(twin, await tr.day(-1)),
      kept: await owed(kept, await tr.day(-1)),
      sold: await sales(twin, past, today),
    }
    // 400 were invoiced; 150 came in today, 30 of them for no invoice.
    expect(before).toEqual({ twin: '400.00', kept: '70.00', sold: '400.00' })
    expect(await owed(twin, today)).toBe('250.00')

    const moment = () => new Date().toISOString()
    const earlier = moment()
    await merge(twin, kept)
    expect(await customer(twin)).toMatchObject({ approval_status: 'merged', merged_into: kept })
    expect(await owed(twin, today)).toBe('0.00')
    expect(await owed(kept, today)).toBe('320.00')
    // Reports as known before the merge, and as known since.
    const owes = (at: string) => Promise.all([twin, kept].map((id) => owed(id, today, at)))
    expect(await owes(earlier)).toEqual(['250.00', '70.00'])
    expect(await owes(moment())).toEqual(['0.00', '320.00'])
    const position = await t.position(kept)
    expect(position).toMatchObject({ collectibles: '320.00', unapplied: '30.00' })
    // Yesterday and the sales of its days are those of who had them.
    expect({
      twin: await owed(twin, await tr.day(-1)),
      kept: await owed(kept, await tr.day(-1)),
      sold: await sales(twin, past, today),
    }).toEqual(before)

    const mine = await statement(kept, past, today)
    expect(mine.closing).toBe('320.00')
    expect(mine.entries.filter(({ kind }) => kind === 'merged')).toMatchObject([
      { charge: '250.00', credit: '0.00', note: (await customer(twin)).name },
    ])
    expect(
      mine.open.map(({ no, balance }) => [no.replace(/^CR-.*/, 'CR'), balance]).sort(),
    ).toEqual([
      ['CR', '-30.00'],
      ['M-100', '280.00'],
      ['M-102', '70.00'],
    ])
    const old = await statement(twin, past, today)
    expect([old.closing, old.open]).toEqual(['0.00', []])
    expect(old.entries.at(-1)).toMatchObject({ kind: 'merged', credit: '250.00' })
  })

  it('goes on: what was sold comes back, cheques bounce, credit is used, all of the one who stays', async () => {
    const [twin, kept] = [await t.customer(), await t.customer()]
    const first = await invoice(twin, 20, 'M-200')
    const cheque = await tr.cheque(twin, '200.00', [[first.id, '200.00']], past)
    const bank = await tr.bank()
    await tr.deposit(bank, [cheque])
    const waiting = await t.book(twin, [[product, 5, '10.00']])
    await merge(twin, kept)
    const [deposited] = await fixture.db.sql<{ id: string; version: number; customer_id: string }>(
      'select id, version, customer_id from public.collections where id = $1::uuid',
      [cheque.id],
    )
    expect(deposited!.customer_id).toBe(kept)
    await t.rpc(
      'return_cheque',
      {
        p_collection: deposited!.id,
        p_version: deposited!.version,
        p_date: today,
        p_reason: 'No funds',
      },
      finance(),
    )
    expect([await owed(twin, today), await owed(kept, today)]).toEqual(['0.00', '200.00'])
    const { version } = (await t.booking(waiting.id)) as unknown as { version: number }
    await t.validate(waiting.id, version)
    expect((await t.position(kept)) as object).toMatchObject({ exposure: '250.00' })
  })

  it('is merged on into a third, and no longer bought from, paid for or opened again', async () => {
    const [one, two, three] = [await t.customer(), await t.customer(), await t.customer()]
    await invoice(one, 3, 'M-300')
    await merge(one, two)
    await merge(two, three)
    expect((await customer(one)).merged_into).toBe(three)
    expect([await owed(two, today), await owed(three, today)]).toEqual(['0.00', '30.00'])
    const known = new Date().toISOString()
    const owes = await Promise.all([one, two, three].map((id) => owed(id, today, known)))
    expect(owes).toEqual(['0.00', '0.00', '30.00'])
    await expect(t.book(one, [[product, 1, '10.00']])).rejects.toMatchObject({
      hint: 'customer_not_approved',
    })
    await expect(t.collect(one, '5.00', [])).rejects.toMatchObject({ detail: 'customer_id' })
    await expect(
      t.rpc(
        'deactivate_customer',
        {
          p_customer: one,
          p_version: (await customer(one)).version,
          p_reason: 'x',
          p_active: true,
        },
        finance(),
      ),
    ).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(merge(one, three)).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(merge(three, one)).rejects.toMatchObject({ detail: 'into' })
  })

  it('is merged by who may decide on customers, into another one with room in its credit line', async () => {
    const [twin, kept] = [await t.customer(), await t.customer('100.00')]
    await invoice(twin, 20, 'M-400')
    await expect(merge(twin, kept)).rejects.toMatchObject({
      hint: 'credit_exceeded',
      detail: 'into',
      message:
        'Their combined balance of 200.00 exceeds the credit limit of 100.00. Raise the limit first.',
    })
    await expect(merge(twin, twin)).rejects.toMatchObject({ detail: 'into' })
    await expect(merge(twin, randomUUID())).rejects.toMatchObject({ detail: 'into' })
    await expect(merge(twin, kept, finance(), 99)).rejects.toMatchObject({ hint: 'stale_version' })
    await expect(merge(twin, kept, fixture.role.Agent)).rejects.toMatchObject({ code: '42501' })
    await expect(merge(twin, kept, fixture.financeB)).rejects.toMatchObject({ code: '42501' })
    expect((await customer(twin)).approval_status).toBe('approved')
  })

  it('changes nothing of a closed period', async () => {
    const [twin, kept] = [await t.customer(), await t.customer()]
    await invoice(twin, 4, 'M-500')
    const closed = await tr.day(-20)
    const owner = fixture.role.Owner
    await t.rpc('close_period', { p_through: closed, p_reason: 'Month end' }, owner)
    const figures = async () => [
      await owed(twin, closed),
      await owed(kept, closed),
      await sales(twin, past, closed),
      await sales(kept, past, closed),
      await fixture.db.as(
        fixture.both,
        "select row_key, figures::text from public.report_journal($1::uuid, jsonb_build_object('to', $2::text, 'limit', '1000'))",
        [fixture.a, closed],
      ),
    ]
    const before = await figures()
    await merge(twin, kept)
    expect(await figures()).toEqual(before)
    expect([await owed(twin, today), await owed(kept, today)]).toEqual(['0.00', '40.00'])
    await t.rpc('reopen_period', { p_through: null, p_reason: 'Test' }, owner)
  })

  it('leaves a trail on both, and its receipts go to no third', async () => {
    const [twin, kept, other] = [await t.customer(), await t.customer(), await t.customer()]
    const receipt = await t.collect(twin, '5.00', [])
    await expect(
      fixture.db.sql('update public.collections set customer_id = $1::uuid where id = $2::uuid', [
        other,
        receipt.id,
      ]),
    ).rejects.toMatchObject({ hint: 'append_only' })
    await merge(twin, kept)
    const trail = await fixture.db.sql<{ customer_id: string; type: string; details: unknown }>(
      "select customer_id, type from public.customer_finance_events where customer_id = any ($1::uuid[]) and type = 'merged'",
      [[twin, kept]],
    )
    expect(trail.map((row) => row.customer_id).sort()).toEqual([twin, kept].sort())
    const [audited] = await fixture.db.sql<{ n: string }>(
      "select count(*)::text as n from public.audit_log where table_name = 'customers' and row_id = $1::uuid and after ->> 'merged_into' = $2",
      [twin, kept],
    )
    expect(audited!.n).toBe('1')
  })

  it('leaves right books', async () => {
    const checks = await fixture.db.as<{ check_key: string }>(
      fixture.role.Owner,
      'select check_key, examples from public.verify_books($1::uuid) where violations > 0',
      [fixture.a],
    )
    expect(checks).toEqual([])
  })
})
