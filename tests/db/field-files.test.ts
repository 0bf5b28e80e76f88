import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import { fieldFixture } from '../support/field.ts'
import { fieldActs } from '../support/field-acts.ts'

const fixture = fieldFixture()
const { people } = fixture
const { withPhone, act, send } = fieldActs(fixture)

let customer: string
beforeAll(async () => {
  customer = await fixture.customer('Store of the file')
})

const booking = () =>
  act('booking', { customer_id: customer, lines: [fixture.line(2)], remarks: 'FILE' })
const booked = async () =>
  rows(await people.staff.db.from('bookings').select('id, agent_id').eq('remarks', 'FILE'))

it('acts that come as a file wait for a second person, and count once', async () => {
  const phone = await withPhone('agent')
  const [{ device } = { device: '' }] = rows(
    await phone.from('devices').select('device').order('registered_at', { ascending: false }),
  )
  const person = await fixture.idOf(people.agent)
  const owner = await fixture.as('owner')
  const [known, first, second] = [booking(), booking(), booking()]
  expect(await send(phone, known)).toMatchObject({ state: 'accepted' })
  const file = { person, device, acts: [known, first, second] }
  const take = (p_file: object) =>
    owner.runCommand<{ taken: number; known: number }>('take_act_file', { p_file })
  await people.finance.refused(
    'take_act_file',
    { p_file: file },
    { code: '42501', hint: 'not_allowed' },
  )
  await owner.refused(
    'take_act_file',
    { p_file: { ...file, device: randomUUID() } },
    { code: '22023', hint: 'invalid', details: 'file' },
  )
  expect(await take(file)).toMatchObject({ taken: 2, known: 1 })
  expect(await take(file)).toMatchObject({ taken: 0, known: 3 })
  expect(await booked()).toHaveLength(1)

  const accept = { p_act: first.key, p_version: 1, p_decision: { accept: true } }
  await owner.refused('decide_field_act', accept, { code: '42501', hint: 'not_allowed' })
  await people.staff.runCommand('decide_field_act', accept)
  // The phone has a line again, and sends both: one is accepted, the other still waits.
  expect(await send(phone, first)).toMatchObject({ state: 'accepted' })
  expect(await send(phone, second)).toMatchObject({ state: 'waiting' })
  expect(await booked()).toEqual([
    expect.objectContaining({ agent_id: person }),
    expect.objectContaining({ agent_id: person }),
  ])

  const colleague = await fixture.idOf(people.second)
  const other = await withPhone('agent-2')
  const [theirs] = rows(await other.from('devices').select('device').eq('user_id', colleague))
  await owner.refused(
    'take_act_file',
    { p_file: { person: colleague, device: theirs!.device, acts: [first] } },
    { code: '22023', hint: 'invalid', details: 'file' },
  )
})
