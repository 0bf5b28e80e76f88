import { beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)

type Row = {
  id: string
  cr_no: string
  date_collected: string
  unapplied: string
  allocated: { so_no: string; amount: string; stage: string; balance: string }[]
}
const columns = 'id, cr_no, date_collected::text, unapplied::text, allocated'

async function list(filters: object, user = fixture.role['finance admin']): Promise<Row[]> {
  return fixture.db.as<Row>(
    user,
    `select ${columns} from public.collection_list($1::uuid, $2::text::jsonb)`,
    [fixture.a, JSON.stringify(filters)],
  )
}
const found = async (filters: object, user?: string) =>
  (await list(filters, user)).map(({ cr_no }) => cr_no)

async function totals(filters: object) {
  const rows = await fixture.db.as<Record<string, string>>(
    fixture.role['finance admin'],
    `select collection_type as type, receipts::int, approved::text, returned::text, pending_receipts::int, pending::text, cancelled::text
     from public.collection_totals($1::uuid, $2::text::jsonb)`,
    [fixture.a, JSON.stringify(filters)],
  )
  return Object.fromEntries(rows.map(({ type, ...sums }) => [type, sums]))
}

let customer: string
let first: { id: string; so_no: string }
let second: { id: string; so_no: string }
let name: string

/** A cash receipt that waits, a cheque that came back, cash with credit left, one cancelled. */
beforeAll(async () => {
  const product = await t.product('10.00', 100)
  customer = await t.customer()
  first = await tr.owing(customer, product, 10, '10.00')
  second = await tr.owing(customer, product, 5, '10.00')
  const [row] = await fixture.db.sql<{ name: string }>(
    'select name from public.customers where id = $1::uuid',
    [customer],
  )
  name = row!.name
  await t.collect(customer, '30.00', [[first.id, '30.00']], 'LIST-1')
  const cheque = await tr.cheque(customer, '40.00', [[second.id, '40.00']], await tr.day())
  await tr.deposit(await tr.bank(), [cheque])
  await tr.bounce({ ...cheque, version: cheque.version + 1 })
  const cash = await t.collect(customer, '70.00', [[second.id, '50.00']], 'LIST-3')
  await t.approve(cash.id)
  const wrong = await t.collect(customer, '5.00', [], 'LIST-4')
  await t.cancelCollection(wrong.id, 1)
})

describe('the list of collections', () => {
  it('is searched by every number and name on it, whatever the case', async () => {
    expect(await found({ search: 'list-3' })).toEqual(['LIST-3'])
    expect(await found({ search: 'chq-1' })).toEqual(['CR-CHQ-1'])
    expect(await found({ search: 'customers bank' })).toEqual(['CR-CHQ-1'])
    expect(await found({ search: `inv-${first.so_no}` })).toEqual(['LIST-1'])
    expect((await found({ search: second.so_no })).sort()).toEqual(['CR-CHQ-1', 'LIST-3'])
    expect((await found({ search: name.toUpperCase() })).length).toBe(4)
    expect(await found({ search: '100%_' })).toEqual([])
  })

  it('pages by key in both directions, each receipt once', async () => {
    const all = await list({ search: name })
    for (const ascending of [false, true]) {
      const seen: string[] = []
      let beyond: object | undefined
      for (;;) {
        const [row] = await list({ search: name, ascending, limit: 1, beyond })
        if (!row) break
        seen.push(row.id)
        beyond = { date: row.date_collected, id: row.id }
      }
      const ids = all.map(({ id }) => id)
      expect(seen).toEqual(ascending ? ids.reverse() : ids)
    }
  })

  it('tells what a receipt pays, net of what came back, and how the bookings stand', async () => {
    const [waiting] = await list({ search: 'LIST-1' })
    expect(waiting).toMatchObject({
      unapplied: '0.00',
      allocated: [{ so_no: first.so_no, amount: '30.00', stage: 'delivered', balance: '100.00' }],
    })
    expect(await list({ search: 'CHQ-1' })).toMatchObject([{ allocated: [], unapplied: '0.00' }])
    expect(await found({ customer_id: customer, unapplied: true })).toEqual(['LIST-3'])
    expect(await list({ unapplied: true, customer_id: customer })).toMatchObject([
      { unapplied: '20.00' },
    ])
  })

  it('adds up everything that is found, by type: what counts, what came back, waits or is cancelled', async () => {
    expect(await totals({ customer_id: customer })).toMatchObject({
      cash: {
        receipts: 3,
        approved: '70.00',
        pending_receipts: 1,
        pending: '30.00',
        cancelled: '5.00',
      },
      cheque: { receipts: 1, approved: '0.00', returned: '40.00' },
      bank_transfer: { receipts: 0, approved: '0.00' },
      withholding: { receipts: 0 },
    })
    const cash = await totals({ customer_id: customer, type: 'cash', status: 'pending' })
    expect(cash).toMatchObject({
      cash: { receipts: 1, approved: '0.00', pending: '30.00' },
      cheque: { receipts: 0 },
    })
  })

  it('shows each person what the person may read', async () => {
    expect(await found({}, fixture.role.Agent)).toHaveLength(4)
    expect(await found({}, await fixture.addAgent('a'))).toEqual([])
    await expect(list({}, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
    await expect(list({}, fixture.staffB)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a receipt shared out to the oldest first', () => {
  it('fills the bookings in the order of their invoices, past what other receipts bring', async () => {
    const product = await t.product('10.00', 100)
    const store = await t.customer()
    const days = [await tr.day(-3), await tr.day(-9), await tr.day(-6)]
    const bookings: { id: string; so_no: string }[] = []
    for (const date of days) {
      const { id, version, so_no } = await t.book(store, [[product, 10, '10.00']], date)
      await t.validate(id, version)
      await t.invoice(id, version + 1, `OLD-${so_no}`, date)
      bookings.push({ id, so_no })
    }
    const [youngest, oldest, middle] = bookings
    await t.collect(store, '30.00', [[oldest!.id, '30.00']])
    const record = (amount: string, cr: string, more: object) =>
      t.rpc('record_collection', {
        p_collection: {
          customer_id: store,
          collection_type: 'cash',
          amount,
          cr_no: cr,
          ...more,
        },
      })
    const paid = async (cr: string) =>
      (await list({ search: cr }))[0]!.allocated
        .map(({ so_no, amount }) => `${so_no} ${amount}`)
        .sort()
    await record('120.00', 'OLDEST-1', { allocate: 'oldest' })
    expect(await paid('OLDEST-1')).toEqual(
      [`${oldest!.so_no} 70.00`, `${middle!.so_no} 50.00`].sort(),
    )
    // The receipt is larger than everything owed: the rest is unapplied credit.
    await record('500.00', 'OLDEST-2', { allocate: 'oldest' })
    expect(await paid('OLDEST-2')).toEqual(
      [`${middle!.so_no} 50.00`, `${youngest!.so_no} 100.00`].sort(),
    )
    // A receipt is allocated only on request; allocations entered by hand stay as entered.
    await record('10.00', 'OLDEST-3', {})
    expect(await paid('OLDEST-3')).toEqual([])
    const byHand = [{ booking_id: youngest!.id, amount: '1.00' }]
    await record('10.00', 'OLDEST-4', { allocate: 'oldest', allocations: byHand })
    expect(await paid('OLDEST-4')).toEqual([`${youngest!.so_no} 1.00`])
  })
})

describe('receipt_list', () => {
  it('shows a receipt of several parts once, found by any of them, and counts it once', async () => {
    const made = await t.rpc<{ id: string; version: number }>('record_receipt', {
      p_receipt: {
        customer_id: customer,
        cr_no: 'WHOLE-1',
        parts: [
          { collection_type: 'cash', amount: '5.00' },
          {
            ...{ collection_type: 'cheque', amount: '7.50', cheque_bank: 'Bank of Parts' },
            ...{ cheque_no: 'WHOLE-CHEQUE', cheque_date: await tr.day() },
          },
          { collection_type: 'withholding', amount: '0.25' },
        ],
        allocations: [{ booking_id: first.id, amount: '10.00' }],
      },
    })
    const list = (filters: object) =>
      fixture.db.as<Record<string, unknown>>(
        fixture.role['finance admin'],
        'select id, version, cr_no, amount::text, unapplied::text, allocated, parts from public.receipt_list($1::uuid, $2::text::jsonb)',
        [fixture.a, JSON.stringify(filters)],
      )
    for (const filters of [
      { search: 'WHOLE-1' },
      { search: 'whole-cheque' },
      { search: 'WHOLE', type: 'cheque' },
      { search: 'WHOLE', type: 'withholding' },
    ]) {
      const [receipt, ...more] = await list({ ...filters, status: 'pending' })
      expect(more).toEqual([])
      expect(receipt).toMatchObject({
        ...{ id: made.id, version: made.version, amount: '12.75', unapplied: '2.75' },
        allocated: [{ booking_id: first.id, amount: '10.00' }],
        parts: [
          { type: 'cash', amount: '5.00', cheque_no: null },
          { type: 'cheque', amount: '7.50', cheque_no: 'WHOLE-CHEQUE', cheque_state: 'on_hand' },
          { type: 'withholding', amount: '0.25' },
        ],
      })
    }
    expect(await list({ search: 'WHOLE', type: 'bank_transfer' })).toEqual([])
    const [sums] = await fixture.db.as(
      fixture.role['finance admin'],
      'select all_receipts::int, all_pending_receipts::int from public.collection_totals($1::uuid, $2::text::jsonb)',
      [fixture.a, JSON.stringify({ search: 'WHOLE' })],
    )
    expect(sums).toEqual({ all_receipts: 1, all_pending_receipts: 1 })
    // Counted by their first parts, all receipts are as many as their parts have receipts.
    const [whole] = await fixture.db.as(
      fixture.role['finance admin'],
      `select (select array[max(all_receipts), max(all_pending_receipts), max(all_cancelled_receipts)]::int[] from public.collection_totals($1::uuid)) as told,
         array[count(distinct receipt_id), count(distinct receipt_id) filter (where approval_status = 'pending'),
           count(distinct receipt_id) filter (where approval_status = 'cancelled')]::int[] as counted, count(*)::int as parts
       from public.collections where project_id = $1::uuid`,
      [fixture.a],
    )
    expect(whole!.told).toEqual(whole!.counted)
    expect(whole!.parts).toBeGreaterThan((whole!.counted as number[])[0]!)
  })

  it('pages by key, forwards and back, each receipt once', async () => {
    const page = (filters: object) =>
      fixture.db.as<{ id: string; sort_key: string; cr_no: string }>(
        fixture.role['finance admin'],
        'select id, sort_key, cr_no from public.receipt_list($1::uuid, $2::text::jsonb)',
        [fixture.a, JSON.stringify(filters)],
      )
    for (const sort of ['-date', 'date', 'cr', '-cr']) {
      const all = await page({ sort, limit: 100 })
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      const seen: typeof all = []
      for (let last: (typeof all)[number] | undefined; ; ) {
        const [n, t] = last?.sort_key.split('~') ?? []
        const next = await page({ sort, limit: 2, ...(last && { after: { n, t, id: last.id } }) })
        seen.push(...next)
        last = next.at(-1)
        if (!last) break
      }
      expect(seen).toEqual(all)
    }
  })
})
