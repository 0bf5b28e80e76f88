import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../app/platform/access/permissions.ts'
import { treasury } from '../support/cheques.ts'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'
import { warehouse } from '../support/warehouse.ts'

const fixture = testFixture()
const shop = trade(fixture)
/** The prices of these bookings are any. */
beforeAll(() => setRules(fixture, 'a', { price_floor_percent: '0' }))
const office = disburse(fixture)
const floor = warehouse(fixture, shop)
const till = treasury(fixture, shop)

interface Item extends Record<string, unknown> {
  kind: string
  sort_key: string
  id: string
  version: number
  no: string | null
  party: string | null
  amount: string | null
  reason: string | null
  requested_by: string | null
  facts: Record<string, unknown>
}

const inbox = (role: Role, filters: Record<string, unknown> = {}, project = fixture.a) =>
  fixture.db.as<Item>(
    fixture.role[role],
    'select i.*, i.amount::text as amount from public.inbox($1::uuid, $2::text::jsonb) i',
    [project, JSON.stringify(filters)],
  )
const named = async (...args: Parameters<typeof inbox>) =>
  (await inbox(...args)).map(({ kind, no, party }) => `${kind} ${no ?? party}`)
const totals = (role: Role) =>
  fixture.db.as<Record<string, unknown>>(
    fixture.role[role],
    'select kind, mine, items::int, amount::text from public.inbox_totals($1::uuid) order by kind, mine',
    [fixture.a],
  )

const made = {} as Record<
  | 'fits'
  | 'over'
  | 'short'
  | 'customer'
  | 'receipt'
  | 'voucher'
  | 'small'
  | 'edit'
  | 'count'
  | 'request',
  { id: string; version: number; no: string }
>
let rice: string
let buyer: string

/** One document of each kind is pending, in this order. */
beforeAll(async () => {
  rice = await shop.product('10.00', 30)
  buyer = await shop.customer('150.00')
  const book = async (pieces: number, by: string | null = null) => {
    const { id, version, so_no: no } = await shop.book(buyer, [[rice, pieces, '10.00']])
    if (by)
      await fixture.db.sql('update public.bookings set created_by = $2::uuid where id = $1::uuid', [
        id,
        by,
      ])
    return { id, version, no }
  }
  made.fits = await book(5)
  made.over = await book(16)
  made.short = {
    ...(await shop.book(await shop.customer(), [[rice, 40, '1.00']])),
    no: 'SO-000003',
  }
  const wanted = await shop.rpc<{ id: string; version: number }>(
    'request_customer',
    { p_customer: { name: 'New Store', area: 'Cubao' } },
    fixture.role.Agent,
  )
  made.customer = { ...wanted, no: 'New Store' }
  const sold = await floor.booked(6)
  const receipt = await shop.collect(sold.customer, '120.00', [[sold.id, '100.00']], 'CR-1')
  made.receipt = { ...receipt, no: 'CR-1' }
  made.voucher = { ...(await office.write('50000.01')), no: '1' }
  made.small = { ...(await office.write('50000.00')), no: '2' }
  const [line] = await fixture.db.sql<{ id: string }>(
    'select id from public.purchase_lines where product_id = $1::uuid',
    [rice],
  )
  const edit = await shop.rpc<{ id: string; version: number }>(
    'request_product_edit',
    {
      p_request: {
        purchase_line_id: line!.id,
        item_to_edit: 'quantity',
        what_edit: '24',
        reason: 'Counted again',
      },
    },
    fixture.role['sales admin'],
  )
  made.edit = { ...edit, no: 'PO' }
  const count = await shop.rpc<{ id: string; version: number }>('open_stock_count', {
    p_count: { title: 'January' },
  })
  const counted = await shop.rpc<{ version: number }>('enter_stock_count', {
    p_count: count.id,
    p_version: count.version,
    p_lines: { lines: [{ product_id: rice, counted: '28' }] },
    p_submit: true,
  })
  made.count = { id: count.id, version: counted.version, no: 'January' }
  const request = await floor.ask(sold.id, 'reduce', [[sold.line, 3]])
  made.request = { ...request, no: request.request_no }
}, 60_000)

describe('the inbox', () => {
  it('has for each role what it decides, what waits longest first', async () => {
    const po = (await inbox('Owner', { kind: 'product_edit' }))[0]!.no
    const owner = [
      'override SO-000002',
      'voucher No. 1',
      `product_edit ${po}`,
      'count January',
      `warehouse ${made.request.no}`,
    ]
    expect(await named('Owner')).toEqual(owner)
    expect(await named('General Manager')).toEqual(owner)
    expect(await named('sales admin')).toEqual([
      'booking SO-000001',
      'booking SO-000002',
      'booking SO-000003',
    ])
    expect(await named('finance admin')).toEqual(['customer New Store', 'collection CR-1'])
    expect(await named('special access 1')).toEqual([
      'booking SO-000001',
      'booking SO-000002',
      'booking SO-000003',
      'customer New Store',
    ])
    for (const role of ['ASE', 'warehouse', 'Agent', 'Manager', 'Collector'] as const)
      expect(await named(role), role).toEqual([])
    expect(await named('Owner', {}, fixture.b)).toEqual([])
  })

  it('pages by key in both directions', async () => {
    const all = (await inbox('Owner')).map(({ id }) => id)
    const [first, second] = await inbox('Owner', { limit: 2 })
    const rest = await inbox('Owner', { beyond: { sort_key: second!.sort_key, id: second!.id } })
    expect([first!.id, second!.id, ...rest.map(({ id }) => id)]).toEqual(all)
    const last = rest.at(-1)!
    const back = await inbox('Owner', {
      back: true,
      limit: 3,
      beyond: { sort_key: last.sort_key, id: last.id },
    })
    expect(back.map(({ id }) => id)).toEqual(all.slice(1, 4).reverse())
  })

  it('tells what each decision would do', async () => {
    const facts = async (role: Role, kind: string) => {
      const items = await inbox(role, { kind })
      return items.map(({ facts, amount }) => ({ ...facts, amount }))
    }
    expect(await facts('sales admin', 'booking')).toMatchObject([
      {
        credit_left: '150.00',
        over_by: null,
        short: [],
        customer_status: 'approved',
        amount: '50.00',
      },
      { credit_left: '150.00', over_by: '10.00', short: [] },
      { credit_left: null, over_by: null, short: [expect.stringContaining('Product')] },
    ])
    expect(await facts('Owner', 'override')).toMatchObject([{ over_by: '10.00', amount: '160.00' }])
    expect(await facts('finance admin', 'customer')).toMatchObject([
      { area: 'Cubao', agent_id: fixture.role.Agent },
    ])
    expect(await facts('finance admin', 'collection')).toMatchObject([
      {
        amount: '120.00',
        means: [{ type: 'cash', amount: '120.00' }],
        parts: [{ amount: '100.00', balance: '100.00', stage: 'validated' }],
      },
    ])
    expect(await facts('Owner', 'voucher')).toMatchObject([{ net: '50000.01', mode: 'cash' }])
    expect(await facts('Owner', 'product_edit')).toMatchObject([
      { item: 'quantity', from: '30.00', to: '24.00', on_hand: 30, on_hand_then: 24 },
    ])
    expect(await facts('Owner', 'count')).toMatchObject([
      { counted: 1, differing: 1, missing: 2, surplus: 0, cost_value: '-14.00' },
    ])
    expect(await facts('Owner', 'warehouse')).toMatchObject([
      {
        kind: 'reduce',
        credit: '30.00',
        balance: '100.00',
        lines: [{ requested: 3, open: 4, delivered: 6, returned: 0, available: 10, on_hand: 14 }],
      },
    ])
  })

  it('sums what it lists, and keeps what one made oneself apart', async () => {
    expect(await totals('special access 1')).toEqual([
      { kind: 'booking', mine: false, items: 3, amount: '250.00' },
      { kind: 'collection', mine: true, items: 1, amount: '120.00' },
      { kind: 'customer', mine: false, items: 1, amount: null },
    ])
    // The person who wrote or edited a voucher does not approve it.
    expect(await totals('expenses and disbursements')).toEqual([
      { kind: 'voucher', mine: true, items: 1, amount: '50000.01' },
    ])
    expect(await named('expenses and disbursements')).toEqual([])
    expect(await named('expenses and disbursements', { mine: true })).toEqual(['voucher No. 1'])
    await expect(
      fixture.db.rpc(fixture.role['expenses and disbursements'], 'approve_voucher', {
        p_project: fixture.a,
        p_idempotency_key: fixture.newIdempotencyKey(),
        p_voucher: made.voucher.id,
        p_version: made.voucher.version,
      }),
    ).rejects.toMatchObject({ hint: 'maker_checker' })
    const entered = (by: string | null) =>
      fixture.db.sql('update public.bookings set created_by = $2::uuid where id = $1::uuid', [
        made.over.id,
        by,
      ])
    await entered(fixture.role.Owner)
    expect(await named('Owner', { mine: true })).toEqual(['override SO-000002'])
    expect(await named('Owner')).not.toContain('override SO-000002')
    expect(await named('General Manager')).toContain('override SO-000002')
    await fixture.db.sql(
      `update public.projects set settings = jsonb_set(settings, '{maker_checker,credit_override}', 'false') where id = $1::uuid`,
      [fixture.a],
    )
    expect(await named('Owner')).toContain('override SO-000002')
    await entered(fixture.role['special access 1'])
  })

  it('has each decided document no more, and never one that no decision is open for', async () => {
    const owner = fixture.role.Owner
    const command = (name: string, args: Record<string, unknown>, user = owner) =>
      shop.rpc(name, args, user)
    const [override] = await inbox('Owner', { kind: 'override' })
    // The command gets the version that the inbox showed.
    await command('validate_booking', {
      p_booking: made.over.id,
      p_version: override!.version,
      p_override_reason: 'Pays tomorrow',
    })
    await command('approve_voucher', {
      p_voucher: made.voucher.id,
      p_version: made.voucher.version,
    })
    await command('decide_product_edit', {
      p_request: made.edit.id,
      p_version: made.edit.version,
      p_decision: 'approved',
      p_note: null,
    })
    await command('decide_warehouse_request', {
      p_request: made.request.id,
      p_version: made.request.version,
      p_decision: 'approved',
      p_note: null,
    })
    await command('post_stock_count', {
      p_count: made.count.id,
      p_version: made.count.version,
      p_reason: 'Broken',
    })
    // The override used up the credit line, so the customer's other booking exceeds it now.
    expect(await named('Owner')).toEqual(['override SO-000001'])
    await shop.rpc('cancel_booking', {
      p_booking: made.fits.id,
      p_version: made.fits.version,
      p_reason: 'Too much',
    })
    expect(await totals('Owner')).toEqual([])
    const finance = fixture.role['finance admin']
    await command(
      'approve_collection',
      { p_collection: made.receipt.id, p_version: made.receipt.version },
      finance,
    )
    await command(
      'decide_customer',
      {
        p_customer: made.customer.id,
        p_version: made.customer.version,
        p_decision: 'rejected',
        p_reason: 'Closed',
      },
      finance,
    )
    expect(await totals('finance admin')).toEqual([])
    expect(await named('sales admin')).toEqual(['booking SO-000003'])
  })
})

describe('the work that is due', () => {
  const read = async (role: Role, query: string) =>
    await fixture.db.as<Record<string, unknown>>(fixture.role[role], query, [fixture.a])
  const due = async (role: Role) =>
    Object.fromEntries(
      (
        await read(role, 'select task, items::int, amount::text from public.work_due($1::uuid)')
      ).map(({ task, items, amount }) => [task, [items, amount]]),
    )

  beforeAll(async () => {
    const taken = async (day: number) => till.cheque(buyer, '7.00', [], await till.day(day))
    await taken(0)
    await taken(9)
    const [atBank, back] = [await taken(-3), await taken(-3)]
    await till.deposit(await till.bank(), [atBank, back])
    await till.bounce({ ...back, version: back.version + 1 })
    await shop.rpc('record_collection', {
      p_collection: {
        customer_id: buyer,
        amount: '9.00',
        cr_no: 'F1',
        collector_id: fixture.role.Collector,
      },
    })
    const early = await floor.booked(10)
    expect((await shop.booking(early.id)).stage).toBe('delivered')
    await shop.rpc('open_stock_count', { p_count: { title: 'February' } })
    await fixture.db.sql('update public.products set reorder_level = 1000 where id = $1::uuid', [
      rice,
    ])
    await office.print({ id: made.voucher.id, version: 2 })
  })

  it('counts what the lists that it leads to count', async () => {
    const [lists] = await read(
      'special access 1',
      `select
        (select jsonb_object_agg(q.queue, jsonb_build_array(q.bookings, q.total::text)) from public.invoice_queues($1::uuid) q) as desk,
        (select jsonb_build_array(d.bookings, d.amount::text) from public.delivery_list($1::uuid, '{"level": "total"}') d) as goods,
        (select jsonb_object_agg(c.tab, jsonb_build_array(c.cheques, c.amount::text)) from public.cheque_totals($1::uuid) c) as cheques`,
    )
    const { desk, goods, cheques } = lists as Record<string, Record<string, unknown>>
    expect(await due('special access 1')).toEqual({
      to_invoice: desk!['to-invoice'],
      delivered_not_invoiced: desk!.delivered,
      to_deliver: goods,
      cheques_due: cheques!.due,
      cheques_at_bank: cheques!.deposited,
      cheques_returned: cheques!.returned,
      to_remit: [1, '9.00'],
      requests_to_finish: [1, null],
      counts_open: [1, null],
      below_reorder: [1, null],
    })
    // An empty selection returns nothing.
    for (const [items] of [
      desk!['to-invoice'],
      desk!.delivered,
      goods,
      cheques!.due,
      cheques!.deposited,
      cheques!.returned,
    ] as number[][])
      expect(items).toBeGreaterThan(0)
  })

  it('is of each role', async () => {
    const tasks = async (role: Role) => Object.keys(await due(role)).sort()
    expect(await due('expenses and disbursements')).toEqual({
      vouchers_to_print: [1, '50000.00'],
      vouchers_to_release: [1, '50000.01'],
    })
    expect(await tasks('warehouse')).toEqual(['counts_open', 'requests_to_finish', 'to_deliver'])
    expect(await tasks('finance admin')).toEqual([
      'cheques_at_bank',
      'cheques_due',
      'cheques_returned',
      'to_remit',
    ])
    for (const role of ['Owner', 'ASE', 'Agent', 'Collector'] as const)
      expect(await tasks(role), role).toEqual([])
    expect(
      await fixture.db.as(fixture.staffB, 'select * from public.work_due($1::uuid)', [fixture.a]),
    ).toEqual([])
  })
})
