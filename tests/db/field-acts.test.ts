import { beforeAll, describe, expect, it } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { fieldFixture } from '../support/field.ts'
import { fieldActs } from '../support/field-acts.ts'

const fixture = fieldFixture()
const { people } = fixture
const p_project = fixture.project

const { withPhone, act: written, send: sendFrom } = fieldActs(fixture)

let phone: Db
let customer: string
beforeAll(async () => {
  phone = await withPhone('agent')
  customer = await fixture.customer('Store of the acts')
})

const act = (facts: object, key?: string) => written('booking', facts, undefined, key)
const booking = (quantity: unknown = 3, of = customer) => ({
  customer_id: of,
  lines: [fixture.line(quantity)],
})
const send = (sent: object, by = phone) => sendFrom(by, sent)
const bookings = async () =>
  rows(await phone.from('bookings').select('id').eq('customer_id', customer)).length
const seen = async (by: Db, key: string) =>
  rows(await by.from('field_acts').select('id, state, tries, answer').eq('id', key))

describe('an act', () => {
  it('takes effect once under its key, also when it is sent by two at the same moment', async () => {
    const before = await bookings()
    const sent = act(booking())
    const answers = await Promise.all([send(sent), send(sent), send(sent)])
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ state: 'accepted', other_content: false })
    expect(await bookings()).toBe(before + 1)
    // An act that comes again with other content changes nothing and says so.
    const other = await send({ ...sent, facts: booking(5) })
    expect(other).toMatchObject({ state: 'accepted', other_content: true })
    expect(await bookings()).toBe(before + 1)
  })

  it('is listed page by page, the last arrived first, within the filters', async () => {
    const made: string[] = []
    for (let n = 0; n < 3; n++) {
      const sent = act(booking(n === 1 ? 0 : 1))
      await send(sent)
      made.unshift(sent.key)
    }
    const { db } = people.finance
    const page = async (p_filters: Record<string, never | unknown>) =>
      rows(await db.rpc('field_act_list', { p_project, p_filters: p_filters as never }))
    const whole = (await page({ limit: 1000 })).map(({ id }) => id)
    expect(whole.slice(0, 3)).toEqual(made)
    const walked: string[] = []
    for (let after: object | undefined; walked.length < whole.length; ) {
      const [first, second] = await page({ limit: 2, ...(after && { after }) })
      walked.push(...[first, second].flatMap((row) => row?.id ?? []))
      const last = second ?? first!
      const [n = '', ...t] = last.sort_key.split('~')
      after = { n, t: t.join('~'), id: last.id }
    }
    expect(walked).toEqual(whole)
    const refused = await page({ state: 'refused', user_id: await fixture.idOf(people.agent) })
    expect(refused[0]?.id).toBe(made[1])
    expect(await page({ from: '2999-01-01' })).toEqual([])
    expect(await page({ kind: 'receipt' })).toEqual([])
  })

  it('that is refused is seen by its writer and the office, and corrected under the same key', async () => {
    const before = await bookings()
    const wrong = act(booking(0))
    expect(await send(wrong)).toMatchObject({
      state: 'refused',
      refusal: { code: 'invalid', field: 'lines[0].quantity' },
    })
    const refused = { state: 'refused', tries: 1 }
    expect(await seen(phone, wrong.key)).toMatchObject([refused])
    expect(await seen(people.finance.db, wrong.key)).toMatchObject([refused])
    const listed = rows(
      await people.finance.db.rpc('field_act_list', { p_project, p_filters: { state: 'refused' } }),
    )
    expect(listed.find(({ id }) => id === wrong.key)).toMatchObject({
      ...{ state: 'refused', customer: 'Store of the acts', phone: 'Phone' },
    })
    expect(await seen(people.second.db, wrong.key)).toEqual([])
    expect(await bookings()).toBe(before)

    expect(await send({ ...wrong, facts: booking(2) })).toMatchObject({ state: 'accepted' })
    expect(await seen(phone, wrong.key)).toMatchObject([{ state: 'accepted', tries: 2 }])
    expect(await bookings()).toBe(before + 1)
  })

  it('that is refused is withdrawn for a reason, for good', async () => {
    const before = await bookings()
    const wrong = act(booking(0))
    await send(wrong)
    const withdrawn = { ...wrong, withdraw: 'Written for another store' }
    const answer = { state: 'withdrawn', reason: 'Written for another store' }
    expect(await send(withdrawn)).toMatchObject(answer)
    expect(await send(withdrawn)).toMatchObject(answer)
    // It came too late, or from another tab.
    expect(await send({ ...wrong, facts: booking(2) })).toMatchObject({
      ...answer,
      other_content: true,
    })
    expect(await bookings()).toBe(before)
    const listed = rows(
      await people.finance.db.rpc('field_act_list', {
        ...{ p_project, p_filters: { state: 'withdrawn' } },
      }),
    )
    expect(listed.find(({ id }) => id === wrong.key)).toMatchObject({
      ...{ message: 'Written for another store', document_id: null, tries: 2 },
    })
  })

  it('that the office has accepted, or has to decide, is not withdrawn', async () => {
    const sent = act(booking())
    await send(sent)
    expect(await send({ ...sent, withdraw: 'Too late' })).toMatchObject({ state: 'accepted' })
    const late = { ...act(booking()), made_at: new Date(Date.now() - 30 * 86_400_000) }
    expect(await send(late)).toMatchObject({ state: 'waiting' })
    expect(await send({ ...late, withdraw: 'Too late' })).toMatchObject({ state: 'waiting' })
  })

  it('that waited on the phone for a refused one is withdrawn without having been sent', async () => {
    const key = crypto.randomUUID()
    const sent = { ...act(booking(1, key)), depends_on: [key] }
    expect(await send({ ...sent, withdraw: 'Its customer is none' })).toMatchObject({
      state: 'withdrawn',
    })
    expect(await seen(people.finance.db, sent.key)).toMatchObject([
      { state: 'withdrawn', tries: 1 },
    ])
    await expect(send({ ...act(booking()), withdraw: 'x'.repeat(401) })).rejects.toMatchObject({
      code: '22023',
    })
  })

  it('is refused for a customer of a colleague, and leaves nothing', async () => {
    const foreign = await fixture.customer('Store of a colleague', people.second)
    expect(await send(act(booking(1, foreign)))).toMatchObject({
      state: 'refused',
      refusal: { field: 'customer_id' },
    })
  })

  it('comes from a phone of its writer alone', async () => {
    const sent = act(booking())
    await send(sent)
    const { error } = await people.agent.db.rpc('send_field_act', {
      p_project,
      p_act: act(booking()) as never,
    })
    expect(error?.hint).toBe('no_device')
    const colleague = await withPhone('agent-2')
    await expect(send(sent, colleague)).rejects.toMatchObject({ code: '42501' })
    expect(await send({ ...act(booking()), kind: 'sale' })).toMatchObject({
      state: 'refused',
      refusal: { field: 'kind' },
    })
  })

  it('cancels an own pending booking, and no other', async () => {
    const booked = await send(act(booking()))
    const id = booked.state === 'accepted' ? booked.document.id : ''
    const cancel = (reason: string, of = id) => ({
      ...act({ booking_id: of, reason }),
      kind: 'booking_cancel',
    })
    expect(await send(cancel(''))).toMatchObject({ state: 'refused', refusal: { field: 'reason' } })
    expect(await send(cancel('Store is closed'))).toMatchObject({
      state: 'accepted',
      document: { id, no: expect.stringMatching(/^SO-/) },
    })
    const [found] = rows(await phone.from('bookings').select('approval_status').eq('id', id))
    expect(found).toEqual({ approval_status: 'cancelled' })
    expect(await send(cancel('Again'))).toMatchObject({
      state: 'refused',
      refusal: { code: 'wrong_state' },
    })
    const foreign = await fixture.customer('Store whose booking stays', people.second)
    const other = await fixture.book(foreign, people.second)
    expect(await send(cancel('Not mine', other.id))).toMatchObject({
      state: 'refused',
      refusal: { code: 'not_found' },
    })
  })

  it('keeps no place of a visit, which ends after 180 days, nor does its trail', async () => {
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const here = { latitude: '14.599512', longitude: '120.984219', accuracy: '12' }
    const visit = (begun_at: string, ended_at: string) =>
      written('visit', {
        ...{ customer_id: customer, begun_at, ended_at, reason: 'Has stock' },
        ...{ begin: here, end: here },
      })
    const now = visit(at(-20), at(-5))
    const answer = await send(now)
    expect(answer).toMatchObject({ state: 'accepted', other_content: false })
    expect(await send(now)).toEqual(answer)
    const late = visit(at(-30 * 1440), at(-30 * 1440 + 5))
    expect(await send(late)).toMatchObject({ state: 'waiting' })

    const general = (await fixture.as('general-manager')).db
    const places = async (id: string) =>
      rows(await general.rpc('places_of_visits', { p_project, p_visits: [id] })).length
    expect(await places((answer as { document: { id: string } }).document.id)).toBe(2)
    for (const { key } of [now, late]) {
      const [kept] = rows(await general.from('field_acts').select('facts').eq('id', key))
      expect(kept!.facts).toMatchObject({ reason: 'Has stock' })
      const trail = rows(await general.from('audit_log').select('after').eq('row_id', key))
      expect(trail).not.toEqual([])
      expect(JSON.stringify([kept, trail])).not.toContain('14.599')
    }

    // Visits that waited have their places once the office has accepted it.
    const accept = { p_act: late.key, p_version: 1, p_decision: { accept: true } }
    const { id } = await (await fixture.as('general-manager')).runCommand(
      'decide_field_act',
      accept,
    )
    const [{ document_id } = { document_id: null }] = rows(
      await general.from('field_acts').select('document_id').eq('id', id),
    )
    expect(await places(document_id!)).toBe(2)
    const trail = rows(await general.from('audit_log').select('after').eq('row_id', late.key))
    expect(JSON.stringify(trail)).not.toContain('14.599')
  })

  it('asks for a customer, and books for it before the office has decided', async () => {
    const asked = { ...act({ name: 'Store that is new' }), kind: 'customer' }
    const booked = { ...act(booking(2, asked.key)), depends_on: [asked.key] }
    expect(await send(booked)).toMatchObject({
      state: 'refused',
      refusal: { code: 'depends_on' },
    })
    expect(await send(asked)).toMatchObject({
      ...{ state: 'accepted', document: { no: 'Store that is new', approval_status: 'pending' } },
    })
    const answer = await send(booked)
    expect(answer).toMatchObject({ state: 'accepted' })
    const id = answer.state === 'accepted' ? answer.document.id : ''
    // A booking of a customer who is not approved is not validated.
    await people.staff.refused(
      'validate_booking',
      { p_booking: id, p_version: 1, p_override_reason: null },
      { code: 'P0001', hint: 'customer_not_approved' },
    )
    const colleague = await withPhone('agent-2')
    const [row] = rows(await phone.from('bookings').select('customer_id').eq('id', id))
    expect(await send(act(booking(1, row!.customer_id)), colleague)).toMatchObject({
      ...{ state: 'refused', refusal: { field: 'customer_id' } },
    })
  })

  it('asks for goods to be taken back, by products', async () => {
    const { id } = await fixture.sold(customer, true)
    const ask = (quantity: number) => ({
      ...act({
        ...{ booking_id: id, reason: 'Torn' },
        lines: [{ product_id: fixture.line().product_id, quantity, stock_state: 'bad_order' }],
      }),
      kind: 'return',
    })
    expect(await send(ask(4))).toMatchObject({
      ...{ state: 'refused', refusal: { code: 'wrong_state', field: 'lines[0].quantity' } },
    })
    expect(await send(ask(3))).toMatchObject({
      ...{ state: 'accepted', document: { no: expect.stringMatching(/^WIDSO-/) } },
    })
  })

  it('books discounts and free goods as the office does', async () => {
    const line = fixture.line(10)
    const booked = await send(
      act({
        customer_id: customer,
        lines: [
          { ...line, discount_percent: '5', discount_amount: '1.50' },
          { product_id: line.product_id, quantity: 2, free_of: 1 },
        ],
      }),
    )
    // Ten at 10.00 less 5 % is 95.00, less 1.50.
    expect(booked).toMatchObject({ state: 'accepted', document: { total: '93.50' } })
  })
})
