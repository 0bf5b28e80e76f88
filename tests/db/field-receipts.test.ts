import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import type { ActAnswer } from '../../app/platform/field/acts.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { fieldFixture } from '../support/field.ts'
import { fieldActs } from '../support/field-acts.ts'

const fixture = fieldFixture()
const { people } = fixture
const p_project = fixture.project
const { withPhone, act, send } = fieldActs(fixture)
const TODAY = today('Asia/Manila')
const ago = (days: number) => addDays(TODAY, -days)

let phone: Db
let customer: string
beforeAll(async () => {
  phone = await withPhone('agent')
  customer = await fixture.customer('Store that pays')
})

let serial = 0
const cash = (amount: string, rest: object = {}) => ({
  customer_id: customer,
  cr_no: `CR-A${++serial}`,
  parts: [{ collection_type: 'cash', amount }],
  ...rest,
})
const booking = (of = customer) => ({ customer_id: of, lines: [fixture.line(3)] })
const idOf = (answer: ActAnswer) => (answer.state === 'accepted' ? answer.document.id : '')
const listed = async (key: string) => {
  const found = rows(await people.staff.db.rpc('field_act_list', { p_project, p_filters: {} }))
  return found.find(({ id }) => id === key)!
}
const decide = async (key: string, p_decision: object, by = people.staff) =>
  by.runCommand<{ state: string; no: string | null }>('decide_field_act', {
    ...{ p_act: key, p_version: (await listed(key)).version, p_decision },
  })

describe('a receipt from the field', () => {
  it('has several parts and is shared out to the oldest documents', async () => {
    const { id: bookingId } = await fixture.sold(customer, true)
    const answer = await send(
      phone,
      act('receipt', {
        ...cash('20.00', { allocate: 'oldest' }),
        parts: [
          { collection_type: 'cash', amount: '20.00' },
          {
            ...{ collection_type: 'cheque', amount: '15.00' },
            ...{ cheque_bank: 'BDO', cheque_no: '000123', cheque_date: TODAY },
          },
          { collection_type: 'withholding', amount: '1.00', reference_no: '2307-1' },
        ],
      }),
    )
    expect(answer).toMatchObject({ state: 'accepted', document: { no: `CR-A${serial}` } })
    const parts = rows(
      await people.finance.db
        .from('collections')
        .select(
          'collection_type, amount, approval_status, collection_allocations(booking_id, amount)',
        )
        .eq('receipt_id', idOf(answer))
        .order('part_no'),
    )
    expect(parts.map(({ approval_status }) => approval_status)).toEqual(Array(3).fill('pending'))
    // Three pieces at 10.00: the cash and 10.00 of the cheque.
    expect(
      parts.map((part) => part.collection_allocations.map(({ amount }) => Number(amount))),
    ).toEqual([[20], [10], []])
    expect(parts[0]!.collection_allocations[0]!.booking_id).toBe(bookingId)
  })

  it('is refused at its field, and leaves nothing', async () => {
    const used = cash('5.00')
    expect(await send(phone, act('receipt', used))).toMatchObject({ state: 'accepted' })
    expect(await send(phone, act('receipt', used))).toMatchObject({
      state: 'refused',
      refusal: { code: 'duplicate', field: 'cr_no' },
    })
    expect(await send(phone, act('receipt', cash('0')))).toMatchObject({
      state: 'refused',
      refusal: { field: 'parts[0].amount' },
    })
  })
})

describe('an act that needs another one', () => {
  it('names its key, and is refused while that is not accepted', async () => {
    const receipt = act('receipt', cash('40.00'))
    const remittance = {
      ...act('remittance', {
        collection_ids: [receipt.key],
        denominations: [{ value: '20.00', count: 2 }],
      }),
      depends_on: [receipt.key],
    }
    expect(await send(phone, remittance)).toMatchObject({
      state: 'refused',
      refusal: { code: 'depends_on' },
    })
    expect(await send(phone, receipt)).toMatchObject({ state: 'accepted' })
    expect(await send(phone, remittance)).toMatchObject({ state: 'waiting' })
    // A colleague's act is no key for another person.
    const colleague = await withPhone('agent-2')
    expect(
      await send(colleague, { ...act('booking', booking()), depends_on: [receipt.key] }),
    ).toMatchObject({ state: 'refused', refusal: { code: 'depends_on' } })
  })

  it('is taken from a customer whom the office does not have yet, and stays unapplied', async () => {
    const asked = act('customer', { name: 'Store that pays first' })
    const paid = {
      ...act('receipt', { ...cash('25.00', { allocate: 'oldest' }), customer_id: asked.key }),
      depends_on: [asked.key],
    }
    expect(await send(phone, paid)).toMatchObject({
      ...{ state: 'refused', refusal: { code: 'depends_on' } },
    })
    const id = idOf(await send(phone, asked))
    const answer = await send(phone, paid)
    expect(answer).toMatchObject({ state: 'accepted' })
    const [made] = rows(
      await people.finance.db
        .from('collections')
        .select('customer_id, collection_allocations(amount)')
        .eq('id', idOf(answer)),
    )
    expect(made).toEqual({ customer_id: id, collection_allocations: [] })
  })

  it('finds the booking that is cancelled by its key', async () => {
    const booked = act('booking', booking())
    const id = idOf(await send(phone, booked))
    const cancelled = await send(phone, {
      ...act('booking_cancel', { booking_id: booked.key, reason: 'Ordered twice' }),
      depends_on: [booked.key],
    })
    expect(cancelled).toMatchObject({ state: 'accepted', document: { id } })
  })
})

describe('a remittance', () => {
  const count = (collection_ids: string[], pieces: number, rest: object = {}) => ({
    ...{ collection_ids, ...rest },
    denominations: [{ value: '100.00', count: pieces }],
  })

  it('waits until another person has counted it', async () => {
    const receipt = await send(phone, act('receipt', cash('300.00')))
    const sent = act('remittance', count([idOf(receipt)], 3))
    expect(await send(phone, sent)).toMatchObject({ state: 'waiting', waits: expect.any(String) })
    // Asked for again, it still waits.
    expect(await send(phone, sent)).toMatchObject({ state: 'waiting' })
    const refusal = { code: '42501', hint: 'not_allowed' }
    const asked = { p_act: sent.key, p_version: 1, p_decision: { accept: true } }
    await people.agent.refused('decide_field_act', asked, refusal)
    await (await fixture.as('sales-admin')).refused('decide_field_act', asked, refusal)
    await expect(decide(sent.key, { accept: true })).rejects.toThrow(/Fill this in/)
    expect(await decide(sent.key, { accept: true, drr_no: 'DRR-A1' })).toMatchObject({
      ...{ state: 'accepted', no: 'DRR-A1' },
    })
    expect(await send(phone, sent)).toMatchObject({ state: 'accepted', document: { no: 'DRR-A1' } })
    const [made] = rows(
      await people.finance.db
        .from('remittances')
        .select('cash_expected, cash_counted, collector_id')
        .eq('drr_no', 'DRR-A1'),
    )
    expect(made).toEqual({
      ...{ cash_expected: 300, cash_counted: 300 },
      collector_id: await fixture.idOf(people.agent),
    })
    await expect(decide(sent.key, { accept: true, drr_no: 'DRR-A2' })).rejects.toThrow(
      /does not wait/,
    )
  })

  it('is counted by the office itself, whose count and reason stand', async () => {
    const receipt = await send(phone, act('receipt', cash('350.00')))
    // The collector counts 300.00 of 350.00.
    const sent = act('remittance', count([idOf(receipt)], 3, { variance_reason: 'Lost a note' }))
    expect(await send(phone, sent)).toMatchObject({ state: 'waiting' })
    const counted = (denominations: object[], variance_reason?: string) =>
      decide(sent.key, { accept: true, drr_no: 'DRR-C1', denominations, variance_reason })
    const notes = [
      { value: '100.00', count: 3 },
      { value: '20.00', count: 2 },
    ]
    // 340.00 are still short, and the collector's reason is not the office's.
    await expect(counted(notes)).rejects.toThrow(/The cash is 10.00 short: enter a reason/)
    await expect(counted([{ value: '100.00', count: -1 }], 'Lost')).rejects.toThrow(/22023/)
    expect(await counted(notes, 'Two notes stuck together')).toMatchObject({ no: 'DRR-C1' })
    const [made] = rows(
      await people.finance.db
        .from('remittances')
        .select(
          'cash_expected, cash_counted, variance, variance_reason, remittance_cash(value, pieces)',
        )
        .eq('drr_no', 'DRR-C1'),
    )
    expect(made).toEqual({
      ...{ cash_expected: 350, cash_counted: 340, variance: -10 },
      variance_reason: 'Two notes stuck together',
      remittance_cash: expect.arrayContaining([
        { value: 100, pieces: 3 },
        { value: 20, pieces: 2 },
      ]),
    })
    // The collector's own count stays as it came.
    const [kept] = rows(
      await people.finance.db.from('field_acts').select('facts').eq('id', sent.key),
    )
    expect(kept!.facts).toEqual(sent.facts)
  })

  it('has a reason for its variance, and may be refused by the office', async () => {
    const receipt = await send(phone, act('receipt', cash('300.00')))
    const short = act('remittance', count([idOf(receipt)], 2))
    expect(await send(phone, short)).toMatchObject({
      state: 'refused',
      refusal: { field: 'variance_reason' },
    })
    const reasoned = { ...short, facts: { ...short.facts, variance_reason: 'Lost a note' } }
    expect(await send(phone, reasoned)).toMatchObject({ state: 'waiting' })
    expect(await decide(short.key, { accept: false, reason: 'Count it again' })).toMatchObject({
      state: 'refused',
    })
    expect(await send(phone, { ...reasoned, facts: count([idOf(receipt)], 3) })).toMatchObject({
      state: 'waiting',
    })
    const foreign = await send(phone, act('remittance', count([randomUUID()], 1)))
    expect(foreign).toMatchObject({ state: 'refused', refusal: { field: 'collection_ids' } })
  })
})

describe('the day of an act', () => {
  const dayOf = async (id: string) => {
    const [found] = rows(await phone.from('bookings').select('date_added').eq('id', id))
    return found?.date_added
  }

  it('is its own within the days of the company', async () => {
    const late = await send(phone, act('booking', booking(), ago(2)))
    expect(late).toMatchObject({ state: 'accepted', counts_on: ago(2), closed: false })
    expect(await dayOf(idOf(late))).toBe(ago(2))
    const receipt = await send(phone, act('receipt', cash('7.00'), ago(3)))
    expect(receipt).toMatchObject({ state: 'accepted', counts_on: ago(3) })
    // A clock that is ahead counts today, and nobody enters another day by hand.
    expect(await send(phone, act('booking', booking(), addDays(TODAY, 2)))).toMatchObject({
      state: 'accepted',
      counts_on: TODAY,
    })
    await people.agent.refused(
      'create_booking',
      { p_booking: { ...booking(), date_added: ago(1) } },
      { code: '42501', hint: 'not_allowed' },
    )
  })

  it('waits for the office when it is older', async () => {
    const old = act('booking', booking(), ago(4))
    expect(await send(phone, old)).toMatchObject({ state: 'waiting' })
    expect(await listed(old.key)).toMatchObject({ state: 'waiting', message: expect.any(String) })
    expect(await decide(old.key, { accept: true })).toMatchObject({ state: 'accepted' })
    const answer = await send(phone, old)
    expect(answer).toMatchObject({ state: 'accepted', counts_on: ago(4) })
    expect(await dayOf(idOf(answer))).toBe(ago(4))

    const second = act('receipt', cash('8.00'), ago(40))
    expect(await send(phone, second)).toMatchObject({ state: 'waiting' })
    expect(await decide(second.key, { accept: true, date: TODAY })).toMatchObject({
      state: 'accepted',
    })
    const [taken] = rows(
      await people.finance.db
        .from('collections')
        .select('date_collected, collector_id')
        .eq('cr_no', `CR-A${serial}`),
    )
    expect(taken).toEqual({
      date_collected: TODAY,
      collector_id: await fixture.idOf(people.agent),
    })
  })

  it('of a visit is that of its begin; an older one waits for the office', async () => {
    const seen = (day: string, rest: object = {}) => ({
      ...{ customer_id: customer, begun_at: `${day}T01:00:00.000Z` },
      ...{ ended_at: `${day}T01:20:00.000Z`, reason: 'Has stock', ...rest },
    })
    // The act is of today by its own moment: the visit is not.
    const late = act('visit', seen(ago(3)))
    expect(await send(phone, late)).toMatchObject({ state: 'accepted', counts_on: ago(3) })
    const weeks = act('visit', seen(ago(21)))
    expect(await send(phone, weeks)).toMatchObject({
      ...{ state: 'waiting', waits: expect.stringMatching(/more than 3 days ago/) },
    })
    const skipped = act('visit', {
      ...{ customer_id: customer, skipped: true, reason: 'Closed' },
      begun_at: `${ago(4)}T01:00:00.000Z`,
    })
    expect(await send(phone, skipped)).toMatchObject({ state: 'waiting' })
    const visits = async () =>
      rows(
        await people.finance.db
          .from('visits')
          .select('on_date, state, agent_id')
          .eq('customer_id', customer)
          .order('on_date'),
      )
    const agent_id = await fixture.idOf(people.agent)
    expect(await visits()).toEqual([{ on_date: ago(3), state: 'visited', agent_id }])
    // Finance reads the list and decides no visits.
    await people.finance.refused(
      'decide_field_act',
      { p_act: weeks.key, p_version: 1, p_decision: { accept: true } },
      { code: '42501', hint: 'not_allowed' },
    )
    const manager = await fixture.as('general-manager')
    expect(await decide(weeks.key, { accept: true }, manager)).toMatchObject({ state: 'accepted' })
    expect(await decide(skipped.key, { accept: false, reason: 'Too late' }, manager)).toMatchObject(
      {
        state: 'refused',
      },
    )
    expect(await visits()).toEqual([
      { on_date: ago(21), state: 'visited', agent_id },
      { on_date: ago(3), state: 'visited', agent_id },
    ])
    expect(await send(phone, weeks)).toMatchObject({ state: 'accepted', counts_on: ago(21) })
    expect(await send(phone, act('visit', seen(ago(1), { begun_at: 'yesterday' })))).toMatchObject({
      ...{ state: 'refused', refusal: { field: 'begun_at' } },
    })
    expect(
      await send(phone, act('visit', seen(ago(1), { begun_at: '2026-19-39T01:00:00Z' }))),
    ).toMatchObject({ state: 'refused' })
  })

  it('is today for a day whose books are closed, and says so', async () => {
    const owner = await fixture.as('owner')
    await owner.runCommand('close_period', { p_through: ago(2), p_reason: 'Month end' })
    expect(await send(phone, act('booking', booking(), ago(2)))).toMatchObject({
      ...{ state: 'accepted', counts_on: TODAY, closed: true },
    })
    expect(await send(phone, act('booking', booking(), ago(1)))).toMatchObject({
      ...{ state: 'accepted', counts_on: ago(1), closed: false },
    })
    await owner.runCommand('reopen_period', { p_through: null, p_reason: 'Test' })
  })

  it('follows the setting of the company', async () => {
    const owner = await fixture.as('owner')
    const set = async (field_days: string) => {
      const [{ version } = { version: 0 }] = rows(
        await owner.db.from('projects').select('version').eq('id', p_project),
      )
      await owner.runCommand('update_project', {
        ...{ p_version: version, p_details: { field_days } },
      })
    }
    await set('0')
    expect(await send(phone, act('booking', booking(), ago(1)))).toMatchObject({ state: 'waiting' })
    await set('3')
    expect(await send(phone, act('booking', booking(), ago(1)))).toMatchObject({
      state: 'accepted',
    })
  })
})
