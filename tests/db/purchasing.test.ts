import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)

type Made = { id: string; version: number }
const record = (po_no: string, kind: string, cost: string, product: string, rest: object = {}) =>
  shop.rpc<Made>('create_purchase', {
    p_purchase: {
      po_no,
      supplier: 'Totals Supply',
      kind,
      lines: [{ product_id: product, quantity: 2, cost }],
      ...rest,
    },
  })
/** Goods that a customer brings back for nothing. */
const takeBack = async (po_no: string, cost: string, product: string) =>
  record(po_no, 'return_in', cost, product, {
    customer_id: await shop.customer(),
    lines: [{ product_id: product, quantity: 2, cost, prod_srp: '0' }],
  })
const totals = async (filters: object, user = fixture.role.Owner) => {
  const [sums] = await fixture.db.as<Record<string, string>>(
    user,
    `select records::text, purchases::text, supplier_returns::text, net::text, returns_in::text, cancelled::text, cancelled_cost::text
       from public.purchase_totals($1::uuid, $2::text::jsonb)`,
    [fixture.a, JSON.stringify(filters)],
  )
  const listed = fixture.db.as(
    user,
    'select id from public.purchase_list($1::uuid, $2::text::jsonb)',
    [fixture.a, JSON.stringify(filters)],
  )
  if (sums) expect(await listed).toHaveLength(Number(sums.records))
  else await expect(listed).rejects.toThrow()
  return sums
}

describe('purchase totals', () => {
  it('keep kinds and what is cancelled apart, and follow every filter', async () => {
    const product = await shop.product()
    await record('T-1', 'purchase', '100.00', product, {
      invoice_no: 'INV-77',
      invoice_date: '2026-01-05',
      date_added: '2026-01-10',
    })
    await record('T-2', 'purchase', '10.05', product, { supplier: 'TOTALS supply' })
    await record('T-3', 'supplier_return', '100.00', await shop.product('9.00', 5))
    await takeBack('T-4', '3.00', product)
    const twice = await record('T-5', 'purchase', '50.00', product)
    await shop.rpc('cancel_purchase', {
      p_purchase: twice.id,
      p_version: twice.version,
      p_reason: 'Twice',
    })
    const supplier = 'totals supply'
    expect(await totals({ supplier })).toEqual({
      records: '5',
      purchases: '220.10',
      supplier_returns: '200.00',
      net: '20.10',
      returns_in: '6.00',
      cancelled: '1',
      cancelled_cost: '100.00',
    })
    expect(await totals({ supplier, status: 'active' })).toMatchObject({
      records: '4',
      cancelled: '0',
    })
    expect(await totals({ supplier, kind: 'return_in' })).toMatchObject({ net: '0.00' })
    expect(await totals({ search: 'inv-77' })).toMatchObject({ records: '1', net: '200.00' })
    expect(await totals({ product })).toMatchObject({ records: '4' })
    const until = { supplier, to: '2026-01-05' }
    expect(await totals(until)).toMatchObject({ records: '0' })
    expect(await totals({ ...until, basis: 'invoice' })).toMatchObject({ records: '1' })
    expect(await totals({ supplier }, fixture.role['invoice admin'])).toBeUndefined()
  })
})

describe('the last prices of a product', () => {
  it('are those of its newest purchase that stands', async () => {
    const product = await shop.product()
    const last = async () =>
      (
        await fixture.db.as<Record<string, string>>(
          fixture.role['sales admin'],
          `select po_no, cost::text, prod_srp::text from public.last_purchase_prices($1::uuid, array[$2::uuid])`,
          [fixture.a, product],
        )
      )[0]
    expect(await last()).toBeUndefined()
    await record('L-1', 'purchase', '5.00', product, { date_added: '2026-02-01' })
    const newer = await record('L-2', 'purchase', '6.00', product, { date_added: '2026-03-01' })
    await record('L-3', 'purchase', '7.00', product, { date_added: '2026-01-01' })
    await takeBack('L-4', '8.00', product)
    expect(await last()).toEqual({ po_no: 'L-2', cost: '6.00', prod_srp: null })
    await shop.rpc('cancel_purchase', {
      p_purchase: newer.id,
      p_version: newer.version,
      p_reason: 'Twice',
    })
    expect(await last()).toMatchObject({ po_no: 'L-1' })
  })
})

describe('a number that is entered again', () => {
  it('finds its record by PO or invoice number, whatever the case, unless that is cancelled', async () => {
    const duplicates = async (po: string, invoice: string) =>
      (
        await fixture.db.as<{ po_no: string }>(
          fixture.role['sales admin'],
          'select po_no from public.purchase_duplicates($1::uuid, $2, $3)',
          [fixture.a, po, invoice],
        )
      ).map(({ po_no }) => po_no)
    const product = await shop.product()
    const first = await record('SAME-1', 'purchase', '1.00', product, { invoice_no: 'SI-9' })
    await record('SAME-2', 'purchase', '1.00', product)
    expect(await duplicates(' same-1 ', '')).toEqual(['SAME-1'])
    expect((await duplicates('same-2', 'si-9')).sort()).toEqual(['SAME-1', 'SAME-2'])
    expect(await duplicates('', '')).toEqual([])
    await shop.rpc('cancel_purchase', {
      p_purchase: first.id,
      p_version: first.version,
      p_reason: 'Twice',
    })
    expect(await duplicates('SAME-1', 'SI-9')).toEqual([])
  })

  it('is no duplicate of the record that the same command has made, which no other user can ask', async () => {
    const key = randomUUID()
    const staff = fixture.role['sales admin']
    const done = (user: string, p_project = fixture.a) =>
      fixture.db.rpc<boolean>(user, 'is_command_completed', {
        p_project,
        p_idempotency_key: key,
      })
    expect(await done(staff)).toBe(false)
    const p_purchase = {
      po_no: 'ACT-1',
      supplier: 'Totals Supply',
      kind: 'purchase',
      lines: [{ product_id: await shop.product(), quantity: 2, cost: '1.00' }],
    }
    const refused = shop.rpc(
      'create_purchase',
      { p_purchase: { ...p_purchase, lines: [] } },
      staff,
      key,
    )
    await expect(refused).rejects.toThrow()
    expect(await done(staff)).toBe(false)
    await shop.rpc('create_purchase', { p_purchase }, staff, key)
    expect(await done(staff)).toBe(true)
    expect(await done(fixture.role.Owner)).toBe(false)
    expect(await done(staff, fixture.b)).toBe(false)
  })
})

it('lists the purchases of a product in one column, for those who read purchases', async () => {
  const product = await shop.product('10.00')
  const { id } = await record('PO-LINK', 'purchase', '5.00', product, { date_added: '2026-01-05' })
  const read = (user: string) =>
    fixture.db.as<{ list: unknown }>(
      user,
      'select linked_purchase_id as list from public.linked_purchases where product_id = $1::uuid',
      [product],
    )
  const [own] = await read(fixture.role.Owner)
  expect(own!.list).toEqual([{ purchaseID: id, dateAdded: '2026-01-05' }])
  for (const user of [fixture.role.Agent, fixture.role.warehouse, fixture.staffB])
    expect(await read(user)).toEqual([])
})
