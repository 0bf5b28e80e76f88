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
  const withdrawn = { ...booking(), withdraw: 'Written twice' }
  expect(await send(phone, known)).toMatchObject({ state: 'accepted' })
  const file = { person, device, acts: [known, first, second, withdrawn] }
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
  expect(await take(file)).toMatchObject({ taken: 3, known: 1 })
  expect(await take(file)).toMatchObject({ taken: 0, known: 4 })
  expect(await booked()).toHaveLength(1)
  const [none] = rows(
    await people.staff.db.from('field_acts').select('state, answer').eq('id', withdrawn.key),
  )
  expect(none).toEqual({ state: 'withdrawn', answer: { message: 'Written twice' } })

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

it('accepts a new customer with a visit and a booking out of a file, for the agent who wrote them', async () => {
  const phone = await withPhone('agent')
  const [{ device } = { device: '' }] = rows(
    await phone.from('devices').select('device').order('registered_at', { ascending: false }),
  )
  const person = await fixture.idOf(people.agent)
  const owner = await fixture.as('owner')
  const asked = act('customer', { name: 'Store that came by file' })
  const moment = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const seen = {
    ...act('visit', {
      ...{ customer_id: asked.key, begun_at: moment(30), ended_at: moment(20) },
      ...{ reason: 'Has stock', begin: { latitude: '14.6', longitude: '121', accuracy: 9 } },
    }),
    depends_on: [asked.key],
  }
  const wish = {
    ...act('booking', { customer_id: asked.key, lines: [fixture.line(1)], remarks: 'BY FILE' }),
    depends_on: [asked.key],
  }
  const unknown = act('dance', { customer_id: customer })
  await owner.runCommand('take_act_file', {
    p_file: { person, device, acts: [asked, seen, wish, unknown] },
  })
  const manager = await fixture.as('general-manager')
  const decide = ({ key }: { key: string }, p_decision: object = { accept: true }, by = manager) =>
    by.runCommand<{ state: string }>('decide_field_act', {
      ...{ p_act: key, p_version: 1, p_decision },
    })
  await expect(decide(seen)).rejects.toThrow(/depends_on|not accepted/)
  await expect(decide(asked)).rejects.toThrow(/42501/)
  await decide(asked, { accept: true }, people.finance)
  await decide(seen)
  await expect(decide(unknown)).rejects.toThrow(/does not know such an act/)
  expect(await decide(unknown, { accept: false, reason: 'What is this?' })).toMatchObject({
    state: 'refused',
  })
  const [made] = rows(
    await people.finance.db
      .from('customers')
      .select('id, agent_id, approval_status, version')
      .eq('name', 'Store that came by file'),
  )
  // The office still decides on the customer, and enters bookings of approved ones alone.
  expect(made).toMatchObject({ agent_id: person, approval_status: 'pending' })
  const visits = rows(
    await people.finance.db.from('visits').select('agent_id, reason').eq('customer_id', made!.id),
  )
  expect(visits).toEqual([{ agent_id: person, reason: 'Has stock' }])
  await expect(decide(wish, { accept: true }, people.staff)).rejects.toThrow(/only approved/)
  await people.finance.runCommand('decide_customer', {
    ...{ p_customer: made!.id, p_version: made!.version, p_decision: 'approved' },
    p_credit_line: null,
  })
  await decide(wish, { accept: true }, people.staff)
  const wishes = rows(
    await people.staff.db.from('bookings').select('agent_id, customer_id').eq('remarks', 'BY FILE'),
  )
  expect(wishes).toEqual([{ agent_id: person, customer_id: made!.id }])
})

it('accepts what a deactivated person wrote, for that person', async () => {
  const other = await fixture.as('agent-3')
  const person = await fixture.idOf(other)
  const store = await fixture.customer('Store of who left', other)
  const phone = await withPhone('agent-3')
  const [{ device } = { device: '' }] = rows(
    await phone.from('devices').select('device').order('registered_at', { ascending: false }),
  )
  const wish = act('booking', { customer_id: store, lines: [fixture.line(1)], remarks: 'LEFT' })
  const paid = act('receipt', {
    ...{ customer_id: store, cr_no: 'LEFT-1' },
    parts: [{ collection_type: 'cash', amount: '5.00' }],
  })
  const seen = act('visit', {
    ...{ customer_id: store, skipped: true, reason: 'Closed' },
    begun_at: new Date().toISOString(),
  })
  const owner = await fixture.as('owner')
  await owner.runCommand('set_member_status', { p_user: person, p_status: 'inactive' })
  await owner.runCommand('take_act_file', { p_file: { person, device, acts: [wish, paid, seen] } })
  const decide = ({ key }: { key: string }, by: typeof owner) =>
    by.runCommand<{ state: string }>('decide_field_act', {
      ...{ p_act: key, p_version: 1, p_decision: { accept: true } },
    })
  await decide(paid, people.finance)
  await decide(seen, await fixture.as('general-manager'))
  await decide(wish, people.staff)
  const [receipt] = rows(
    await people.finance.db.from('collections').select('collector_id').eq('cr_no', 'LEFT-1'),
  )
  expect(receipt).toEqual({ collector_id: person })
  const [booking] = rows(
    await people.staff.db.from('bookings').select('agent_id').eq('remarks', 'LEFT'),
  )
  expect(booking).toEqual({ agent_id: person })
})
