import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)
const f = fieldReceipts(fixture, t)

/** Makes a collector without receipts, and the commands of a remittance. */
async function round() {
  const collector_id = await fixture.addAgent('a')
  const mine = { collector_id }
  return {
    collector_id,
    mine,
    take: (customer: string, amount: string, more: object = {}) =>
      f.take(customer, amount, { ...mine, ...more }),
    bag: async () => (await f.unremitted()).find((row) => row.collector_id === collector_id),
  }
}

describe('the collector of a receipt', () => {
  it('is whoever records it in the field, or whom staff name; else it came to the office', async () => {
    const customer = await t.customer()
    const takenBy = async (id: string) =>
      (
        await fixture.db.sql<{ collector_id: string | null }>(
          'select collector_id from public.collections where id = $1::uuid',
          [id],
        )
      )[0]!.collector_id
    const receipt = (more: object = {}) => ({
      p_collection: { customer_id: customer, amount: '5.00', cr_no: randomUUID(), ...more },
    })
    const { Collector, Agent } = fixture.role
    const own = await t.rpc<{ id: string }>('record_collection', receipt(), Collector)
    expect(await takenBy(own.id)).toBe(Collector)
    const named = await t.rpc<{ id: string }>('record_collection', receipt({ collector_id: Agent }))
    expect(await takenBy(named.id)).toBe(Agent)
    expect(await takenBy((await t.collect(customer, '5.00', [])).id)).toBeNull()
    await expect(
      t.rpc('record_collection', receipt({ collector_id: Agent }), Collector),
    ).rejects.toMatchObject({ code: '42501' })
    for (const nobody of [fixture.role.Manager, fixture.role['finance admin'], fixture.agentB])
      await expect(
        t.rpc('record_collection', receipt({ collector_id: nobody })),
      ).rejects.toMatchObject({ code: '22023', detail: 'collector_id' })
    // The receipt was given to somebody's hands: that does not change afterwards.
    await expect(
      fixture.db.sql('update public.collections set collector_id = $1::uuid where id = $2::uuid', [
        Agent,
        own.id,
      ]),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a remittance', () => {
  it('takes the receipts from the collector and puts its number on them', async () => {
    const customer = await t.customer()
    const { mine, take, bag } = await round()
    const day = await tr.day()
    const before = await tr.day(-3)
    const cash = await take(customer, '1234.50', { date_collected: before })
    const cheque = await take(customer, '400.00', {
      collection_type: 'cheque',
      cheque_bank: 'Bank',
      cheque_no: randomUUID(),
      cheque_date: day,
    })
    const bank_id = await tr.bank()
    const transfer = await take(customer, '70.00', { collection_type: 'bank_transfer', bank_id })
    await t.approve(cash.id)
    expect(await bag()).toMatchObject({
      cash: '1234.50',
      cheques: '400.00',
      receipts: '3',
      oldest_on: before,
    })
    const made = await f.remit(
      [cash, cheque, transfer],
      { '1000': 1, '200': 1, '20': 1, '10': 1, '1': 4, '0.25': 2 },
      { ...mine, drr_no: 'DRR-ONE' },
    )
    expect(made).toMatchObject({
      cash_expected: '1234.50',
      cash_counted: '1234.50',
      variance: '0.00',
    })
    expect(await bag()).toBeUndefined()
    expect(await f.receipt(cheque.id)).toMatchObject({
      drr_no: 'DRR-ONE',
      drr_date: day,
      remittance_id: made.id,
    })
    const [row] = await fixture.db.sql(
      'select receipts, cheques::text, others::text, variance_reason from public.remittances where id = $1::uuid',
      [made.id],
    )
    expect(row).toEqual({ receipts: 3, cheques: '400.00', others: '70.00', variance_reason: null })
    // Approval follows afterwards as well.
    await t.approve(transfer.id, 2)
  })

  it('with other cash than its receipts needs a reason, and keeps it', async () => {
    const customer = await t.customer()
    const { mine, take } = await round()
    const receipt = await take(customer, '100.00')
    await expect(f.remit([receipt], { '50': 1 }, mine)).rejects.toMatchObject({
      code: '22023',
      detail: 'variance_reason',
      message: 'The cash is 50.00 short: enter a reason.',
    })
    await expect(f.remit([receipt], { '100': 1, '0.05': 1 }, mine)).rejects.toMatchObject({
      message: 'The cash is 0.05 over: enter a reason.',
    })
    const variance_reason = 'Gave 50 change and forgot'
    const made = await f.remit([receipt], { '50': 1 }, { ...mine, variance_reason })
    expect(made.variance).toBe('-50.00')
    const [row] = await fixture.db.sql(
      'select variance_reason from public.remittances where id = $1::uuid',
      [made.id],
    )
    expect(row).toEqual({ variance_reason })
  })

  it('takes each receipt once, of its own collector, standing, and not before it was taken', async () => {
    const customer = await t.customer()
    const { mine, take } = await round()
    const other = await f.cash(customer, '10.00')
    const yesterday = await tr.day(-1)
    const refusal = (receipts: { id: string }[], more: object = {}) =>
      expect(f.remit(receipts, { '10': 1 }, { ...mine, ...more })).rejects
    await refusal([]).toMatchObject({ detail: 'collection_ids' })
    await refusal([other]).toMatchObject({ code: '22023', detail: 'collection_ids' })
    await refusal([{ id: randomUUID() }]).toMatchObject({ detail: 'collection_ids' })
    const foreign = trade(fixture, 'b')
    const theirs = fieldReceipts(fixture, foreign, 'b')
    const beyond = await theirs.cash(await foreign.customer(), '10.00')
    await refusal([beyond]).toMatchObject({ code: '22023', detail: 'collection_ids' })
    const cancelled = await take(customer, '10.00')
    await t.cancelCollection(cancelled.id, 1)
    await refusal([cancelled]).toMatchObject({ hint: 'wrong_state', detail: 'collection_ids' })
    const receipt = await take(customer, '10.00')
    await refusal([receipt], { remitted_on: yesterday }).toMatchObject({ detail: 'remitted_on' })
    await refusal([receipt], { remitted_on: await tr.day(1) }).toMatchObject({
      hint: 'not_in_future',
    })
    await refusal([receipt], { denominations: [{ value: '10', count: '1.5' }] }).toMatchObject({
      detail: 'denominations[0].count',
    })
    await f.remit([receipt, receipt], { '10': 1 }, { ...mine, drr_no: 'DRR-ONCE' })
    await refusal([receipt]).toMatchObject({
      hint: 'wrong_state',
      message: expect.stringContaining('is already on DRR DRR-ONCE'),
    })
    const second = await take(customer, '10.00')
    await refusal([second], { drr_no: 'DRR-ONCE' }).toMatchObject({
      code: '23505',
      detail: 'drr_no',
    })
  })

  it('is received by another user, and sent twice it is one', async () => {
    const customer = await t.customer()
    const { collector_id, mine, take } = await round()
    const receipt = await take(customer, '10.00')
    await fixture.db.sql(
      "update public.memberships set role = 'special access 1' where project_id = $1::uuid and user_id = $2::uuid",
      [fixture.a, collector_id],
    )
    await expect(f.remit([receipt], { '10': 1 }, mine, collector_id)).rejects.toMatchObject({
      hint: 'maker_checker',
    })
    const idempotencyKey = randomUUID()
    const args = {
      p_remittance: {
        ...mine,
        drr_no: 'DRR-OP',
        collection_ids: [receipt.id],
        denominations: [{ value: '10.00', count: 1 }],
      },
    }
    const first = await t.rpc('receive_remittance', args, f.finance(), idempotencyKey)
    expect(await t.rpc('receive_remittance', args, f.finance(), idempotencyKey)).toEqual(first)
  })

  it('keeps its receipts from being cancelled; cancelled itself it gives everything back', async () => {
    const customer = await t.customer()
    const { mine, take, bag } = await round()
    const receipt = await take(customer, '60.00')
    const wrong = await f.remit([receipt], { '50': 1, '10': 1 }, { ...mine, drr_no: 'DRR-BACK' })
    await expect(t.cancelCollection(receipt.id, 2)).rejects.toMatchObject({
      hint: 'remitted',
      message: expect.stringContaining('DRR-BACK'),
    })
    await expect(f.giveBack(wrong, ' ')).rejects.toMatchObject({ detail: 'reason' })
    await f.giveBack(wrong)
    expect(await bag()).toMatchObject({ cash: '60.00', receipts: '1' })
    expect(await f.receipt(receipt.id)).toMatchObject({ drr_no: null, remittance_id: null })
    await expect(f.giveBack({ ...wrong, version: 2 })).rejects.toMatchObject({
      hint: 'wrong_state',
    })
    await expect(f.giveBack(wrong)).rejects.toMatchObject({ hint: 'stale_version' })
    // The paper has one number: corrected, it is received under the same.
    const right = await f.remit([receipt], { '20': 3 }, { ...mine, drr_no: 'DRR-BACK' })
    expect(await f.receipt(receipt.id)).toMatchObject({ remittance_id: right.id })
    for (const change of [
      'update public.remittances set cash_counted = cash_counted + 1',
      "update public.remittances set status = 'received', cancel_reason = null",
      'delete from public.remittances',
      'update public.remittance_receipts set collection_id = collection_id',
      'update public.remittance_cash set pieces = pieces + 1',
      'delete from public.remittance_cash',
    ])
      await expect(fixture.db.sql(change), change).rejects.toMatchObject({ code: '42501' })
  })

  it('does not wait for a cheque that the customer has back, nor count one that is at the bank', async () => {
    const customer = await t.customer()
    const { mine, take, bag } = await round()
    const cheque = async () => {
      const made = await take(customer, '90.00', {
        collection_type: 'cheque',
        cheque_bank: 'Bank',
        cheque_no: randomUUID(),
        cheque_date: await tr.day(),
      })
      await t.approve(made.id)
      return { ...made, version: 2 }
    }
    const [swapped, banked] = [await cheque(), await cheque()]
    const office = await tr.cheque(customer, '5.00', [], await tr.day())
    const due = await tr.register('due')
    const heldBy = (id: string) => due.find((row) => row.collection_id === id)?.held_by
    expect([heldBy(banked.id), heldBy(office.id)]).toEqual([expect.stringMatching(/^Agent/), null])
    expect(await bag()).toMatchObject({ cheques: '180.00', receipts: '2' })
    await tr.replace(swapped, { amount: '90.00' })
    expect(await bag()).toMatchObject({ cheques: '90.00', receipts: '1' })
    await tr.deposit(await tr.bank(), [banked])
    // Its receipt is still due on a report.
    expect(await bag()).toMatchObject({ cheques: '0.00', receipts: '1' })
    await expect(f.remit([swapped], {}, mine)).rejects.toMatchObject({ hint: 'wrong_state' })
    await f.remit([banked], {}, mine)
    expect(await bag()).toBeUndefined()
  })
})

describe('through the API', () => {
  it('collectors see their own, managers their agents’, and list and totals agree', async () => {
    const customer = await t.customer()
    const { Collector, Agent, Manager } = fixture.role
    const ofAgent = await f.take(customer, '7.00', { collector_id: Agent })
    const ids = async (user: string) => (await f.unremitted(user)).map((row) => row.collector_id)
    await f.cash(customer, '3.00')
    expect(await ids(Collector)).toEqual([Collector])
    expect(await ids(Agent)).toEqual([Agent])
    expect(await ids(Manager)).toEqual([Agent])
    expect(await ids(f.finance())).toEqual(expect.arrayContaining([Agent, Collector]))
    const receipts = (user: string) =>
      fixture.db.as(user, 'select 1 from public.unremitted_receipts($1::uuid, $2::uuid)', [
        fixture.a,
        Agent,
      ])
    expect(await receipts(Collector)).toEqual([])
    expect((await receipts(Agent)).length).toBeGreaterThan(0)

    await f.remit(
      [ofAgent],
      { '5': 1, '1': 1 },
      { collector_id: Agent, drr_no: 'DRR-A7', variance_reason: 'Lost a peso' },
    )
    const list = async (user: string, filters: object = {}) =>
      fixture.db.as<{ drr_no: string; cash_counted: string }>(
        user,
        'select *, cash_counted::text from public.remittance_list($1::uuid, $2::text::jsonb)',
        [fixture.a, JSON.stringify(filters)],
      )
    expect((await list(Agent)).map((row) => row.drr_no)).toEqual(['DRR-A7'])
    expect((await list(Manager)).map((row) => row.drr_no)).toEqual(['DRR-A7'])
    expect(await list(Collector)).toEqual([])
    const filters = { variance: true, collector_id: Agent, search: 'a7' }
    expect(await list(f.finance(), filters)).toHaveLength(1)
    expect(await list(f.finance(), { ...filters, search: 'nowhere' })).toEqual([])
    const [totals] = await fixture.db.as<Record<string, string>>(
      f.finance(),
      `select remittances::text, cash_expected::text, cash_counted::text, variance::text
       from public.remittance_totals($1::uuid, $2::text::jsonb)`,
      [fixture.a, JSON.stringify(filters)],
    )
    expect(totals).toEqual({
      remittances: '1',
      cash_expected: '7.00',
      cash_counted: '6.00',
      variance: '-1.00',
    })
  })

  it('pages by key, forwards and back', async () => {
    const page = async (more: object) =>
      (
        await fixture.db.as<{ id: string; sort_key: string }>(
          f.finance(),
          'select id, sort_key from public.remittance_list($1::uuid, $2::text::jsonb)',
          [fixture.a, JSON.stringify(more)],
        )
      ).map(({ id, sort_key }) => ({ n: sort_key.split('~')[0], t: '', id }))
    const all = await page({})
    expect(all.length).toBeGreaterThan(3)
    expect(await page({ limit: 2 })).toEqual(all.slice(0, 2))
    expect(await page({ limit: 2, after: all[1] })).toEqual(all.slice(2, 4))
    expect(await page({ limit: 2, before: all[2] })).toEqual([all[1], all[0]])
  })
})
