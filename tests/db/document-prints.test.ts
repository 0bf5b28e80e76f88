import { beforeAll, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)

type Copies = Record<string, number>

const print = (
  kind: string,
  numbers: string[],
  user = fixture.role.Owner,
  p_idempotency_key = fixture.newIdempotencyKey(),
  project = fixture.a,
) =>
  fixture.db.rpc<{ copies: Copies }>(user, 'print_documents', {
    ...{ p_project: project, p_idempotency_key, p_kind: kind, p_numbers: `{${numbers}}` },
  })
const copies = (kind: string, numbers: string[], user = fixture.role.Owner) =>
  fixture.db.rpc<Copies>(user, 'document_copies', {
    ...{ p_project: fixture.a, p_kind: kind, p_numbers: `{${numbers}}` },
  })

let customer: string
let invoice: string
let other: string

beforeAll(async () => {
  const product = await shop.product('10.00', 100)
  customer = await shop.customer()
  const sell = async () => {
    const { id, version, so_no } = await shop.book(customer, [[product, 1, '10.00']])
    await shop.validate(id, version)
    await shop.invoice(id, version + 1, `P-${so_no}`)
    await shop.deliver(id, version + 2)
    return { id, number: `P-${so_no}` }
  }
  invoice = (await sell()).number
  other = (await sell()).number
})

it('counts each print of a paper once, and numbers the copies', async () => {
  expect(await copies('invoice', [invoice])).toEqual({})
  const key = fixture.newIdempotencyKey()
  const first = await print('invoice', [invoice], undefined, key)
  expect(first).toEqual({ copies: { [invoice]: 1 } })
  expect(await print('invoice', [invoice], undefined, key)).toEqual(first)
  expect(await print('invoice', [invoice, other])).toEqual({
    copies: { [invoice]: 2, [other]: 1 },
  })
  expect(await copies('invoice', [invoice, other, 'none'])).toEqual({ [invoice]: 2, [other]: 1 })
})

it('numbers ten prints at the same moment one after the other', async () => {
  const before = (await copies('invoice', [other]))[other]!
  const all = await Promise.all(
    Array.from({ length: 10 }, () => print('invoice', [other, invoice])),
  )
  expect(all.map((each) => each.copies[other]! - before).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 10 }, (_, n) => n + 1),
  )
})

it('counts delivery receipts, memos and collection receipts by their own numbers', async () => {
  const [{ dr_no }] = (await fixture.db.sql<{ dr_no: string }>(
    'select dr_no from public.delivery_receipts where project_id = $1::uuid order by dr_no limit 1',
    [fixture.a],
  )) as [{ dr_no: string }]
  expect(await print('delivery_receipt', [dr_no])).toEqual({ copies: { [dr_no]: 1 } })
  const receipt = await shop.rpc<{ cr_no: string }>('record_collection', {
    p_collection: {
      ...{ customer_id: customer, collection_type: 'cash', amount: '5.00', cr_no: 'CR-PRINT' },
      allocations: [],
    },
  })
  expect(await print('receipt', [receipt.cr_no])).toEqual({ copies: { 'CR-PRINT': 1 } })
  const made = await shop.rpc<{ id: string }>('create_memo', {
    p_memo: { kind: 'credit', customer_id: customer, reason: 'other', note: 'Late', amount: '1' },
  })
  const [memo] = await fixture.db.sql<{ memo_no: string; status: string }>(
    'select memo_no, status from public.memos where id = $1::uuid',
    [made.id],
  )
  expect(memo!.status).toBe('approved')
  expect(await print('memo', [memo!.memo_no])).toEqual({ copies: { [memo!.memo_no]: 1 } })
})

it('counts remittances and deposit slips by their ids, as their numbers may stand twice', async () => {
  const field = fieldReceipts(fixture, shop)
  const remitted = await field.remit([await field.cash(customer, '50.00')], { '50.00': 1 })
  const bank = await treasury(fixture, shop).bank()
  const cash = await field.take(customer, '80.00', { collector_id: null })
  const decides = fixture.role['finance admin']
  await shop.rpc('approve_collection', { p_collection: cash.id, p_version: 1 }, decides)
  const slip = await shop.rpc<{ id: string }>('deposit_cheque', {
    p_deposit: { bank_id: bank, slip_no: remitted.drr_no, cash: '80.00', cheques: [] },
  })
  for (const [kind, { id }] of [
    ['remittance', remitted],
    ['deposit_slip', slip],
  ] as const) {
    expect(await print(kind, [id])).toEqual({ copies: { [id]: 1 } })
    expect(await print(kind, [id])).toEqual({ copies: { [id]: 2 } })
    await expect(print(kind, [remitted.drr_no])).rejects.toMatchObject({ code: 'P0002' })
  }
  // Deposits belong to the cash position, which an agent does not see.
  await expect(print('deposit_slip', [slip.id], fixture.role.Agent)).rejects.toMatchObject({
    code: '42501',
  })
})

it('is for those who may read the paper, in their own project', async () => {
  await expect(
    print('invoice', [invoice], fixture.staffB, undefined, fixture.a),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(
    print('invoice', [invoice], fixture.staffB, undefined, fixture.b),
  ).rejects.toMatchObject({ code: 'P0002' })
  await expect(print('invoice', ['none'])).rejects.toMatchObject({ code: 'P0002' })
  await expect(print('cheque', [invoice])).rejects.toMatchObject({ code: '42501' })
  const agent = fixture.role.Agent
  await expect(
    fixture.db.rpc(agent, 'print_documents', {
      p_project: fixture.a,
      p_idempotency_key: fixture.newIdempotencyKey(),
      p_kind: 'receipt',
      p_numbers: '{CR-PRINT}',
    }),
  ).resolves.toEqual({ copies: { 'CR-PRINT': 2 } })
})
