import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { trade } from '../support/trade.ts'

/** One CR number covers several means of payment (docs/decisions/0007). */
const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)
const field = fieldReceipts(fixture, t)
let product: string
let bank: string
let today: string

interface Part {
  id: string
  version: number
}
type Made = Part & { cr_no: string; parts: Part[] }

beforeAll(async () => {
  product = await t.product('10.00', 100_000)
  bank = await tr.bank()
  today = await tr.day()
})

const cheque = (amount: string, cheque_no = randomUUID(), cheque_date = today) => ({
  ...{ collection_type: 'cheque', amount, cheque_bank: 'Customers Bank', cheque_no, cheque_date },
})
/** Cash 100, cheques of 200 and 300, a transfer of 400 and tax withheld of 50. */
const five = () => [
  { collection_type: 'cash', amount: '100.00' },
  cheque('200.00'),
  cheque('300.00'),
  { collection_type: 'bank_transfer', amount: '400.00', bank_id: bank, reference_no: 'TR-77' },
  { collection_type: 'withholding', amount: '50.00', reference_no: '2307-0009' },
]
const record = (
  customer: string,
  parts: object[],
  more: Record<string, unknown> = {},
  user?: string,
) =>
  t.rpc<Made>(
    'record_receipt',
    { p_receipt: { customer_id: customer, cr_no: `CR-${randomUUID()}`, parts, ...more } },
    user,
  )
const rows = (cr: string) =>
  fixture.db.sql<Record<string, string | number | null>>(
    `select part_no, collection_type, amount::text, approval_status, cheque_state, reversed::text, drr_no, reference_no, version,
       (select coalesce(sum(a.amount), 0.00) from public.collection_allocations a where a.collection_id = c.id)::text as applied
     from public.collections c where project_id = $1::uuid and cr_no = $2 order by part_no`,
    [fixture.a, cr],
  )
const column = async (cr: string, name: string) => (await rows(cr)).map((row) => row[name])
const versions = async (made: Made) => {
  const found = await column(made.cr_no, 'version')
  return made.parts.map(({ id }, at) => ({ id, version: Number(found[at]) }))
}
const debts = async (customer: string, ...pieces: number[]) => {
  const made = []
  for (const count of pieces) made.push(await tr.owing(customer, product, count, '10.00'))
  return made
}
const balances = async (bookings: { id: string }[]) => {
  const found = []
  for (const { id } of bookings) found.push((await t.booking(id)).balance)
  return found
}

describe('a receipt of cash, two cheques, a transfer and a withholding certificate', () => {
  it('lives as one document whose parts go their own ways', async () => {
    const customer = await t.customer()
    // 500, 400 and 300 are owed; the receipt is 1,050.
    const bookings = await debts(customer, 50, 40, 30)
    const made = await record(customer, five(), { allocate: 'oldest', drr_no: 'D-1' })
    expect(made.parts[0]).toEqual({ id: made.id, version: made.version })
    expect(await rows(made.cr_no)).toMatchObject([
      { part_no: 1, amount: '100.00', applied: '100.00', cheque_state: null, reference_no: null },
      { part_no: 2, amount: '200.00', applied: '200.00', cheque_state: 'on_hand' },
      { part_no: 3, amount: '300.00', applied: '300.00', cheque_state: 'on_hand' },
      { part_no: 4, amount: '400.00', applied: '400.00', reference_no: 'TR-77' },
      { part_no: 5, amount: '50.00', applied: '50.00', reference_no: '2307-0009', drr_no: 'D-1' },
    ])
    expect(await balances(bookings)).toEqual(['500.00', '400.00', '300.00'])

    // Any part stands for the receipt.
    await t.approve(made.parts[3]!.id)
    expect(new Set(await column(made.cr_no, 'approval_status'))).toEqual(new Set(['approved']))
    // 1,050 = 500 + 400 + 150.
    expect(await balances(bookings)).toEqual(['0.00', '0.00', '150.00'])
    expect(await t.position(customer)).toMatchObject({
      collectibles: '150.00',
      uncleared: '500.00',
    })

    // The second cheque returns; what stood in third place, 200 of the first debt and 100 of the second, is owed again.
    const [, first, second] = await versions(made)
    await tr.deposit(bank, [first!, second!])
    await tr.clear({ id: first!.id, version: first!.version + 1 })
    await tr.bounce({ id: second!.id, version: second!.version + 1 })
    expect(await column(made.cr_no, 'cheque_state')).toEqual([
      null,
      'cleared',
      'returned',
      null,
      null,
    ])
    expect(await column(made.cr_no, 'reversed')).toEqual(['0.00', '0.00', '300.00', '0.00', '0.00'])
    expect(await balances(bookings)).toEqual(['200.00', '100.00', '150.00'])
    expect(await t.position(customer)).toMatchObject({ collectibles: '450.00', uncleared: '0.00' })

    // Its replacement is a receipt with a number of its own and pays the same debts; the others stand.
    const replaced = await tr.replace(
      { id: second!.id, version: second!.version + 2 },
      { amount: '300.00' },
    )
    expect(replaced.cr_no).not.toBe(made.cr_no)
    expect(await balances(bookings)).toEqual(['0.00', '0.00', '150.00'])
    expect(await column(made.cr_no, 'cheque_state')).toEqual([
      null,
      'cleared',
      'replaced',
      null,
      null,
    ])
    expect(await column(made.cr_no, 'applied')).toEqual([
      '100.00',
      '200.00',
      '0.00',
      '400.00',
      '50.00',
    ])

    // A receipt is cancelled whole or not at all.
    const [cash] = await versions(made)
    await expect(t.cancelCollection(cash!.id, cash!.version)).rejects.toMatchObject({
      hint: 'wrong_state',
    })
  })

  it('is cancelled whole: every debt is open again and the number stays used', async () => {
    const customer = await t.customer()
    const bookings = await debts(customer, 50, 60)
    const made = await record(customer, five(), {
      allocations: [
        { booking_id: bookings[1]!.id, amount: '450.00' },
        { booking_id: bookings[0]!.id, amount: '500.00' },
      ],
    })
    // Bookings in their order, parts in theirs: 450 = 100 + 200 + 150, then 500 = 150 + 350, and 50 + 50 stay as credit.
    expect(await column(made.cr_no, 'applied')).toEqual([
      '100.00',
      '200.00',
      '300.00',
      '350.00',
      '0.00',
    ])
    await t.approve(made.id)
    expect(await balances(bookings)).toEqual(['0.00', '150.00'])
    expect(await t.position(customer)).toMatchObject({ unapplied: '100.00' })
    const at = await versions(made)
    await t.cancelCollection(at[2]!.id, at[2]!.version)
    expect(new Set(await column(made.cr_no, 'approval_status'))).toEqual(new Set(['cancelled']))
    expect(await balances(bookings)).toEqual(['500.00', '600.00'])
    expect(await t.position(customer)).toMatchObject({ unapplied: '0.00', collectibles: '1100.00' })
    await expect(
      record(customer, [{ amount: '1.00' }], { cr_no: made.cr_no }),
    ).rejects.toMatchObject({ code: '23505', detail: 'cr_no' })
  })

  it('gives an excess back from the parts that pay last', async () => {
    const customer = await t.customer()
    const [booking] = await debts(customer, 105)
    const made = await record(customer, five(), { allocate: 'oldest' })
    const sooner = await t.collect(customer, '425.00', [[booking!.id, '425.00']])
    await t.approve(sooner.id)
    await t.approve(made.id)
    // 1,050 is owed and 1,475 came: the later receipt gives back 425 = 50 + 375.
    expect(await column(made.cr_no, 'applied')).toEqual([
      '100.00',
      '200.00',
      '300.00',
      '25.00',
      '0.00',
    ])
    expect(await t.position(customer)).toMatchObject({ unapplied: '425.00' })
  })
})

describe('a collector hands a receipt in', () => {
  it('whole, by any of its parts', async () => {
    const customer = await t.customer()
    const made = await record(customer, five(), { collector_id: field.collector() })
    const other = await field.cash(customer, '20.00')
    const received = await field.remit([made.parts[4]!, other], { '20': 6 })
    expect(received).toMatchObject({ cash_expected: '120.00', variance: '0.00' })
    expect(new Set(await column(made.cr_no, 'drr_no'))).toEqual(new Set([received.drr_no]))
    const [remittance] = await fixture.db.sql(
      'select receipts, cheques::text, others::text from public.remittances where id = $1::uuid',
      [received.id],
    )
    expect(remittance).toEqual({ receipts: 2, cheques: '500.00', others: '450.00' })
    const at = await versions(made)
    await expect(t.cancelCollection(at[0]!.id, at[0]!.version)).rejects.toMatchObject({
      hint: 'remitted',
    })
    await field.giveBack(received)
    expect(new Set(await column(made.cr_no, 'drr_no'))).toEqual(new Set([null]))
  })
})

it('is one entry of the inbox, and one hit of a search, with its whole amount', async () => {
  const customer = await t.customer()
  const made = await record(customer, five(), { cr_no: `CR-${randomUUID().slice(0, 8)}` })
  const inbox = await fixture.db.as<{ id: string; amount: string; facts: { means: object[] } }>(
    fixture.role['finance admin'],
    `select id, amount::text, facts from public.inbox($1::uuid, '{"kind": "collection", "limit": 100}') where no = $2`,
    [fixture.a, made.cr_no],
  )
  expect(inbox).toMatchObject([{ id: made.id, amount: '1050.00' }])
  expect(inbox[0]!.facts.means).toHaveLength(5)
  const hits = await fixture.db.as(
    fixture.role['finance admin'],
    `select id, amount::text from public.search_documents($1::uuid, $2, 5) where kind = 'collection'`,
    [fixture.a, made.cr_no],
  )
  expect(hits).toEqual([{ id: made.id, amount: '1050.00' }])
})

describe('record_receipt', () => {
  it('takes effect once, whoever sends it twice', async () => {
    const customer = await t.customer()
    const sent = {
      p_project: fixture.a,
      p_idempotency_key: randomUUID(),
      p_receipt: { customer_id: customer, cr_no: `CR-${randomUUID()}`, parts: five() },
    }
    const staff = fixture.role['special access 1']
    const first = await fixture.db.rpc(staff, 'record_receipt', sent)
    expect(await fixture.db.rpc(staff, 'record_receipt', sent)).toEqual(first)
    expect(await rows(sent.p_receipt.cr_no)).toHaveLength(5)
    await expect(
      fixture.db.rpc(staff, 'record_receipt', {
        ...sent,
        p_receipt: { ...sent.p_receipt, parts: five().slice(1) },
      }),
    ).rejects.toMatchObject({ hint: 'idempotency_key_reused' })
  })

  it('names the field of a part, and writes nothing', async () => {
    const customer = await t.customer()
    const twice = cheque('5.00')
    const wrong: [object[], object][] = [
      [[], { code: '22023', detail: 'parts' }],
      [[{ amount: '1.00' }, { amount: '0' }], { detail: 'parts[1].amount' }],
      [[{ amount: '1.00' }, { amount: 'x' }], { detail: 'parts[1].amount' }],
      [[{ amount: '1.00', collection_type: 'barter' }], { detail: 'parts[0].collection_type' }],
      [[{ amount: '1.00' }, { ...twice, cheque_no: '' }], { detail: 'parts[1].cheque_no' }],
      [[{ amount: '1.00' }, { ...twice, cheque_date: '' }], { detail: 'parts[1].cheque_date' }],
      [[twice, twice], { code: '23505', detail: 'parts[1].cheque_no' }],
      [
        [
          { amount: '1.00' },
          { amount: '1.00', collection_type: 'bank_transfer', bank_id: randomUUID() },
        ],
        { detail: 'parts[1].bank_id' },
      ],
      [Array.from({ length: 21 }, () => ({ amount: '1.00' })), { detail: 'parts' }],
      [
        Array.from({ length: 2 }, () => ({ amount: '999999999999.99' })),
        { code: '22023', detail: 'parts' },
      ],
    ]
    for (const [parts, refusal] of wrong) {
      const cr_no = `CR-${randomUUID()}`
      await expect(record(customer, parts, { cr_no }), JSON.stringify(parts)).rejects.toMatchObject(
        refusal,
      )
      expect(await rows(cr_no)).toEqual([])
    }
  })

  it('pays no more than the parts come to together', async () => {
    const customer = await t.customer()
    const [booking] = await debts(customer, 10)
    const pay = (amount: string) =>
      record(customer, [{ amount: '30.00' }, { amount: '40.00' }], {
        allocations: [{ booking_id: booking!.id, amount }],
      })
    await expect(pay('70.01')).rejects.toMatchObject({ hint: 'over_allocated', detail: 'parts' })
    await pay('70.00')
  })

  it('is of the same people as a receipt of one part', async () => {
    const customer = await t.customer()
    await expect(record(customer, five(), {}, fixture.role.warehouse)).rejects.toMatchObject({
      code: '42501',
    })
    const staff = fixture.role['special access 1']
    const made = await record(customer, five(), {}, staff)
    await expect(t.approve(made.parts[1]!.id, 1, staff)).rejects.toMatchObject({
      hint: 'maker_checker',
    })
    expect(new Set(await column(made.cr_no, 'approval_status'))).toEqual(new Set(['pending']))
  })

  it('waits with all parts until the account of a transfer is known', async () => {
    // Of one account only, the database would know which.
    await tr.bank()
    const agent = fixture.role.Agent
    const customer = await t.customer()
    const made = await record(
      customer,
      [{ amount: '5.00' }, { amount: '6.00', collection_type: 'bank_transfer' }],
      {},
      agent,
    )
    await expect(t.approve(made.id)).rejects.toMatchObject({ hint: 'account_unknown' })
    await t.rpc(
      'set_collection_bank',
      { p_collection: made.parts[1]!.id, p_version: 1, p_bank: bank },
      fixture.role['finance admin'],
    )
    await t.approve(made.id)
    expect(await column(made.cr_no, 'approval_status')).toEqual(['approved', 'approved'])
  })
})

it('is found by the number of a transfer or certificate, which the report says part by part', async () => {
  const customer = await t.customer()
  const made = await record(customer, five())
  const reader = fixture.role['finance admin']
  const found = (search: string) =>
    fixture.db.as<{ id: string; references: unknown[] }>(
      reader,
      `select id, jsonb_path_query_array(parts, '$[*].reference_no') as references
       from public.receipt_list($1::uuid, jsonb_build_object('customer_id', $2::text, 'search', $3::text))`,
      [fixture.a, customer, search],
    )
  const references = [null, null, null, 'TR-77', '2307-0009']
  for (const search of ['tr-77', ' 2307-00'])
    expect(await found(search)).toEqual([{ id: made.id, references }])
  expect(await found('2307-1')).toEqual([])
  const [total] = await fixture.db.as(
    reader,
    `select all_receipts::int, sum(receipts) over ()::int as parts
     from public.collection_totals($1::uuid, jsonb_build_object('customer_id', $2::text, 'search', 'TR-77'))`,
    [fixture.a, customer],
  )
  expect(total).toEqual({ all_receipts: 1, parts: 1 })
  await t.approve(made.id)
  const reported = await fixture.db.as<{ reference_no: string | null }>(
    reader,
    `select figures ->> 'reference_no' as reference_no, collected::text
     from public.report_collection($1::uuid, jsonb_build_object('level', 'receipt', 'customer_id', $2::text))
     where figures ->> 'reference_no' is not null order by 1`,
    [fixture.a, customer],
  )
  expect(reported).toEqual([
    { reference_no: '2307-0009', collected: '50.00' },
    { reference_no: 'TR-77', collected: '400.00' },
  ])
})

it('the register of CR numbers counts a receipt once', async () => {
  const customer = await t.customer()
  const series = `RP${randomUUID().slice(0, 4).replace(/[0-9]/g, 'x')}-`
  for (const serial of ['0001', '0002', '0004'])
    await record(customer, five(), { cr_no: `${series}${serial}` })
  const found = await fixture.db.as<{ kind: string; first_no: string }>(
    fixture.role['General Manager'],
    `select kind, figures ->> 'first_no' as first_no from public.report_collection($1::uuid, '{"level": "numbers"}')
     where figures ->> 'first_no' ilike $2`,
    [fixture.a, `${series}%`],
  )
  expect(found).toEqual([{ kind: 'missing', first_no: `${series}0003` }])
})
