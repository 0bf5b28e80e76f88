import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { row, rows } from '../../app/platform/db/command.server.ts'
import type { ActAnswer } from '../../app/platform/field/acts.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { fieldFixture } from '../support/field.ts'

const fixture = fieldFixture()
const { people } = fixture
const p_project = fixture.project

let phone: Db
let customer: string
beforeAll(async () => {
  phone = await withPhone('agent')
  customer = await fixture.customer('Store of the acts')
})

async function withPhone(login: string): Promise<Db> {
  const { db } = await fixture.as(login)
  row(await db.rpc('begin_field_session', { p_device: randomUUID(), p_name: 'Phone' }))
  return db
}

let no = 0
const act = (facts: object, key: string = randomUUID()) => ({
  ...{ key, no: ++no, kind: 'booking', version: '2.2.0', facts },
  device_at: '2026-11-29T00:00:00.000Z',
  made_at: '2026-11-29T00:00:01.000Z',
})
const booking = (quantity: unknown = 3, of = customer) => ({
  customer_id: of,
  lines: [fixture.line(quantity)],
})
const send = async (sent: object, by = phone) => {
  const { data, error } = await by.rpc('send_field_act', { p_project, p_act: sent as never })
  if (error) throw error
  return data as unknown as ActAnswer
}
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
    await expect(send({ ...act(booking()), kind: 'sale' })).rejects.toMatchObject({
      code: '22023',
      details: 'kind',
    })
  })
})
