import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)

interface Product extends Record<string, unknown> {
  version: number
  status: string
  merged_into: string | null
}
const product = async (id: string) =>
  (await fixture.db.sql<Product>('select * from public.products where id = $1::uuid', [id]))[0]!
const stock = async (id: string) =>
  (
    await fixture.db.sql(
      'select on_hand, bad_order, stock_value::text from public.inventory where product_id = $1::uuid',
      [id],
    )
  )[0]!
const merge = async (id: string, into: string, by?: string, version?: number) =>
  t.rpc(
    'merge_products',
    { p_product: id, p_version: version ?? (await product(id)).version, p_into: into },
    by,
  )
const buy = (id: string, quantity: number, cost: string) =>
  t.rpc('create_purchase', {
    p_purchase: {
      po_no: `PO-${randomUUID().slice(0, 8)}`,
      supplier: 'S',
      lines: [{ product_id: id, quantity, cost }],
    },
  })

describe('a product that was entered twice', () => {
  it('gives its stock over at what it cost, sellable and bad, and the journal stays as it is', async () => {
    const [twin, kept] = [await t.product(), await t.product()]
    await buy(twin, 30, '7.00')
    await buy(twin, 10, '8.50')
    await buy(kept, 5, '6.00')
    await t.rpc(
      'create_bad_order',
      {
        p_record: {
          kind: 'to_bad_order',
          reason: 'Torn',
          lines: [{ product_id: twin, quantity: 3 }],
        },
      },
      fixture.role.warehouse,
    )
    const journal = () =>
      fixture.db.as(
        fixture.both,
        "select to_jsonb(r)::text as row from public.report_trial_balance($1::uuid, '{}') r",
        [fixture.a],
      )
    const before = await journal()
    await merge(twin, kept)
    // 30 × 7.00 + 10 × 8.50 = 295.00, and 5 × 6.00.
    expect(await stock(twin)).toEqual({ on_hand: 0, bad_order: 0, stock_value: '0.00' })
    expect(await stock(kept)).toEqual({ on_hand: 45, bad_order: 3, stock_value: '325.00' })
    expect(await product(twin)).toMatchObject({ status: 'inactive', merged_into: kept })
    expect(await journal()).toEqual(before)
    const ledger = await fixture.db.as<{ kind: string; quantity: number; document: string }>(
      fixture.both,
      "select kind, quantity, document from public.product_ledger($1::uuid, $2::uuid) where source_table = 'products'",
      [fixture.a, kept],
    )
    const { material_code } = await product(twin)
    expect(ledger).toEqual([
      { kind: 'adjustment', quantity: 37, document: material_code },
      { kind: 'adjustment', quantity: 3, document: material_code },
    ])
  })

  it('is sold under the other one by bookings that wait, and keeps what it sold', async () => {
    const [twin, kept] = [await t.product('10.00', 20), await t.product('10.00', 20)]
    const customer = await t.customer()
    const sold = await t.book(customer, [[twin, 4, '10.00']])
    const validated = await t.validate(sold.id, sold.version)
    const waiting = await t.book(customer, [[twin, 6, '10.00']])
    await expect(merge(twin, kept)).rejects.toMatchObject({
      hint: 'wrong_state',
      message: expect.stringContaining('deliver, release or cancel'),
    })
    await t.deliver(sold.id, validated.version)
    await merge(twin, kept)
    const lines = async (booking: string) =>
      (
        await fixture.db.sql<{ product_id: string }>(
          'select product_id from public.booking_lines where booking_id = $1::uuid',
          [booking],
        )
      ).map(({ product_id }) => product_id)
    expect([await lines(sold.id), await lines(waiting.id)]).toEqual([[twin], [kept]])
    const after = (await t.booking(waiting.id)) as unknown as { version: number }
    const now = await t.validate(waiting.id, after.version)
    await t.deliver(waiting.id, now.version)
    expect(await stock(kept)).toMatchObject({ on_hand: 30 })
    // What comes back to it goes over by merging it again.
    const { version } = (await t.booking(sold.id)) as unknown as { version: number }
    await t.invoice(sold.id, version, `M-${randomUUID().slice(0, 6)}`)
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid',
      [sold.id],
    )
    await t.rpc(
      'create_memo',
      {
        p_memo: {
          kind: 'credit',
          reason: 'return',
          booking_id: sold.id,
          lines: [{ line_id: line!.id, quantity: 1 }],
          note: 'x',
        },
      },
      fixture.role['finance admin'],
    )
    expect(await stock(twin)).toMatchObject({ on_hand: 1 })
    await merge(twin, kept)
    expect([await stock(twin), await stock(kept)]).toMatchObject([{ on_hand: 0 }, { on_hand: 31 }])
  })

  it('is sold as the other one, or refused, to who books it at the moment of the merge', async () => {
    const [twin, kept] = [await t.product('10.00', 5), await t.product('10.00', 5)]
    const customer = await t.customer()
    const { version } = await product(twin)
    const [merged, ...booked] = await Promise.allSettled([
      merge(twin, kept, undefined, version),
      ...Array.from({ length: 8 }, () => t.book(customer, [[twin, 1, '10.00']])),
    ])
    expect(merged!.status).toBe('fulfilled')
    for (const each of booked)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ detail: 'lines[0].product_id' })
    const lines = await fixture.db.sql(
      'select 1 from public.booking_lines where product_id = $1::uuid',
      [twin],
    )
    expect(lines).toEqual([])
  })

  it('stays what it is while it is counted, and once it is merged', async () => {
    const [twin, kept] = [await t.product('10.00', 2), await t.product()]
    const [first] = await fixture.db.sql<{ id: string; version: number }>(
      `insert into public.stock_counts (project_id, title, blind, counted_on) values ($1::uuid, 'x', true, $2::text::date) returning id, version`,
      [fixture.a, await tr.day()],
    )
    await fixture.db.sql(
      `insert into public.stock_count_lines (project_id, count_id, product_id, expected, unit_srp) values ($1::uuid, $2::uuid, $3::uuid, 2, 10)`,
      [fixture.a, first!.id, twin],
    )
    await expect(merge(twin, kept)).rejects.toMatchObject({ hint: 'wrong_state' })
    await fixture.db.sql('delete from public.stock_count_lines where count_id = $1::uuid', [
      first!.id,
    ])
    await expect(merge(twin, twin)).rejects.toMatchObject({ detail: 'into' })
    await expect(merge(twin, randomUUID())).rejects.toMatchObject({ detail: 'into' })
    await expect(merge(twin, kept, undefined, 9)).rejects.toMatchObject({ hint: 'stale_version' })
    await expect(merge(twin, kept, fixture.role.Agent)).rejects.toMatchObject({ code: '42501' })
    await expect(merge(twin, kept, fixture.staffB)).rejects.toMatchObject({ code: '42501' })
    await merge(twin, kept)
    await expect(
      fixture.db.as(
        fixture.role['special access 1'],
        "update public.products set status = 'active' where id = $1::uuid",
        [twin],
      ),
    ).rejects.toMatchObject({ code: '23514' })
    await expect(merge(kept, twin)).rejects.toMatchObject({ detail: 'into' })
    await expect(buy(twin, 1, '1.00')).rejects.toMatchObject({ detail: 'lines[0].product_id' })
  })

  it('leaves right books', async () => {
    const checks = await fixture.db.as(
      fixture.role.Owner,
      'select check_key, examples from public.verify_books($1::uuid) where violations > 0',
      [fixture.a],
    )
    expect(checks).toEqual([])
  })
})
