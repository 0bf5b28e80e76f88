import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { reportReader } from '../support/reports.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const notes = memos(fixture, shop)
const inventory = reportReader(fixture, 'report_inventory')
const journal = reportReader(fixture, 'report_trial_balance')

interface BadOrder {
  id: string
  version: number
  record_no: string
  status: string
}
type Lines = [product: string, quantity: number][]

const record = (kind: string, lines: Lines, more: object = {}, user = fixture.role.warehouse) =>
  shop.rpc<BadOrder>(
    'create_bad_order',
    {
      p_record: {
        ...{ kind, reason: 'Torn cartons', ...more },
        lines: lines.map(([product_id, quantity]) => ({ product_id, quantity })),
      },
    },
    user,
  )
const approve = ({ id, version }: BadOrder, user = fixture.role['General Manager']) =>
  shop.rpc<BadOrder>('approve_write_off', { p_record: id, p_version: version }, user)
const cancel = ({ id, version }: BadOrder, user = fixture.role['General Manager']) =>
  shop.rpc<BadOrder>(
    'cancel_write_off',
    { p_record: id, p_version: version, p_reason: 'It can be sold' },
    user,
  )
/** Pieces on hand, of them bad orders, available, and the value of all. */
const stock = async (product: string) => {
  const [row] = await fixture.db.sql<Record<string, string>>(
    `select on_hand::text, bad_order::text, available::text, stock_value::text
     from public.inventory where product_id = $1::uuid`,
    [product],
  )
  return Object.values(row!).join(' ')
}
const account = async (name: string) => {
  const rows = await journal({ level: 'account' })
  return rows.find((row) => row.account === name)?.closing ?? '0.00'
}

describe('bad orders', () => {
  let product: string
  beforeAll(async () => {
    // 100 pieces; a purchase of the test's trade costs 6.00 a piece.
    product = await shop.product('10.00', 100)
  })

  it('stand apart from what can be sold, at the same value', async () => {
    const value = (await stock(product)).split(' ')[3]
    const moved = await record('to_bad_order', [[product, 30]])
    expect(moved).toMatchObject({ record_no: 'BO-000001', status: 'approved' })
    expect(await stock(product)).toBe(`100 30 70 ${value}`)
    await record('to_sellable', [[product, 10]])
    expect(await stock(product)).toBe(`100 20 80 ${value}`)
  })

  it('are not sold, moved or written off beyond what there is', async () => {
    const customer = await shop.customer()
    const booking = await shop.book(customer, [[product, 81, '10.00']])
    const short = { hint: 'insufficient_stock' }
    await expect(shop.validate(booking.id, booking.version)).rejects.toMatchObject(short)
    const at = { ...short, detail: 'lines[0].quantity' }
    await expect(record('to_bad_order', [[product, 81]])).rejects.toMatchObject(at)
    await expect(record('to_sellable', [[product, 21]])).rejects.toMatchObject(at)
    await expect(record('write_off', [[product, 21]])).rejects.toMatchObject(at)
    expect((await stock(product)).slice(0, 9)).toBe('100 20 80')
  })

  it('are written off once a second person has approved it', async () => {
    const before = (await stock(product)).split(' ')
    const asked = await record('write_off', [[product, 15]])
    expect(asked.status).toBe('pending')
    expect(await stock(product)).toBe(before.join(' '))
    await expect(approve(asked, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
    const off = await account('stock_write_offs')
    expect((await approve(asked)).status).toBe('approved')
    // A fifth of the pieces is 15 of 100, at the average of all.
    const cost = (Number(before[3]) * 15) / 100
    expect(await stock(product)).toBe(`85 5 80 ${(Number(before[3]) - cost).toFixed(2)}`)
    expect((Number(await account('stock_write_offs')) - Number(off)).toFixed(2)).toBe(
      cost.toFixed(2),
    )
    await expect(approve(asked)).rejects.toMatchObject({ hint: 'stale_version' })
  })

  it('stay when a write-off is rejected', async () => {
    const asked = await record('write_off', [[product, 5]])
    expect((await cancel(asked)).status).toBe('cancelled')
    expect((await stock(product)).slice(0, 7)).toBe('85 5 80')
  })

  it('come back when an approved write-off is cancelled, at the cost at which they left', async () => {
    const before = await stock(product)
    const asked = await record('write_off', [[product, 5]])
    const approved = await approve(asked)
    await expect(cancel(approved, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
    expect((await stock(product)).slice(0, 7)).toBe('80 0 80')
    expect((await cancel(approved)).status).toBe('cancelled')
    expect(await stock(product)).toBe(before)
    await expect(cancel({ ...approved, version: approved.version + 1 })).rejects.toMatchObject({
      hint: 'wrong_state',
    })
  })

  it('are not written off on a day on which they were not bad orders yet', async () => {
    const [{ day }] = (await fixture.db.sql<{ day: string }>(
      'select (private.business_date($1::uuid) - 1)::text as day',
      [fixture.a],
    )) as [{ day: string }]
    await expect(record('write_off', [[product, 1]], { on_date: day })).rejects.toMatchObject({
      hint: 'insufficient_stock',
    })
  })

  it('are approved by who entered them, whose role has changed since, only where the project allows it', async () => {
    const asked = await record('write_off', [[product, 1]])
    await fixture.db.sql('update public.bad_orders set created_by = $2::uuid where id = $1::uuid', [
      asked.id,
      fixture.role['General Manager'],
    ])
    const now = { ...asked, version: asked.version + 1 }
    await expect(approve(now)).rejects.toMatchObject({ hint: 'maker_checker' })
    await setRules(fixture, 'a', { write_offs_maker_checker: false })
    onTestFinished(() => setRules(fixture, 'a', { write_offs_maker_checker: true }))
    const done = await approve(now)
    expect(done.status).toBe('approved')
    await cancel(done)
  })

  it('are in the inventory report, now and on the days before', async () => {
    const of = { product_id: product, level: 'product' }
    const [row] = await inventory(of)
    expect(row).toMatchObject({ ending: '85', sellable: '80', bad_order: '5', adjusted: '-15' })
    const [{ day }] = (await fixture.db.sql<{ day: string }>(
      'select (private.business_date($1::uuid) - 1)::text as day',
      [fixture.a],
    )) as [{ day: string }]
    const [before] = await inventory({ ...of, to: day })
    expect(before).toMatchObject({ sellable: before!.ending, bad_order: '0' })
  })

  it.each([
    [{ kind: 'burn' }, 'kind'],
    [{ reason: '' }, 'reason'],
    [{ lines: [] }, 'lines'],
    [{ on_date: '2999-01-01' }, 'on_date'],
  ])('refuse %j at its field', async (wrong, field) => {
    const p_record = {
      ...{ kind: 'to_bad_order', reason: 'Torn' },
      ...{ lines: [{ product_id: product, quantity: 1 }], ...wrong },
    }
    await expect(
      shop.rpc('create_bad_order', { p_record }, fixture.role.warehouse),
    ).rejects.toMatchObject({ detail: field })
  })

  it('refuse a product twice, without pieces, and of another company', async () => {
    const twice = record('to_bad_order', [
      [product, 1],
      [product, 1],
    ])
    await expect(twice).rejects.toMatchObject({ detail: 'lines[1].product_id' })
    await expect(record('to_bad_order', [[product, 0]])).rejects.toMatchObject({
      detail: 'lines[0].quantity',
    })
    const [other] = await fixture.db.sql<{ id: string }>(
      'select id from public.products where project_id = $1::uuid limit 1',
      [fixture.b],
    )
    const id = other?.id ?? fixture.newIdempotencyKey()
    await expect(record('to_bad_order', [[id, 1]])).rejects.toMatchObject({
      detail: 'lines[0].product_id',
    })
  })
})

describe('goods that come back', () => {
  it('go among the bad orders when the memo says so, and leave them when it is cancelled', async () => {
    const sold = await notes.sold(20, '10.00', 'BO-SI-1')
    const before = (await stock(sold.product)).split(' ')
    const memo = await notes.write({
      ...{ kind: 'credit', reason: 'return', booking_id: sold.id },
      lines: [{ line_id: sold.line, quantity: 8, stock_state: 'bad_order' }],
    })
    const after = (await stock(sold.product)).split(' ')
    expect(after.slice(0, 3)).toEqual([String(Number(before[0]) + 8), '8', before[2]])
    await notes.cancel(memo)
    expect(await stock(sold.product)).toBe(before.join(' '))
  })

  it('go among the bad orders by a take-back of the warehouse', async () => {
    const sold = await notes.sold(20, '10.00', 'BO-SI-2')
    const before = (await stock(sold.product)).split(' ')
    const request = await shop.rpc<{ id: string; version: number }>(
      'create_warehouse_request',
      {
        p_request: {
          ...{ booking_id: sold.id, kind: 'take_back', reason: 'Wet' },
          lines: [{ line_id: sold.line, quantity: 6, stock_state: 'bad_order' }],
        },
      },
      fixture.role.warehouse,
    )
    await shop.rpc(
      'decide_warehouse_request',
      { p_request: request.id, p_version: request.version, p_decision: 'approved', p_note: null },
      fixture.role['General Manager'],
    )
    const after = (await stock(sold.product)).split(' ')
    expect(after.slice(0, 3)).toEqual([String(Number(before[0]) + 6), '6', before[2]])
  })
})
