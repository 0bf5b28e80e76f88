import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { FieldPerson } from '../../app/platform/field/answers.ts'
import type { Snapshot } from '../../app/platform/field/copy.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { demoCompany } from '../support/demo.ts'
import { FieldClient } from '../support/field-client.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const company = demoCompany(server)

it('an agent signs in on a phone, reads the copy, sends acts and signs out', async () => {
  const phone = new FieldClient(server.origin)
  expect((await phone.call('me')).status).toBe(401)
  const entered = await phone.enter('agent@demo.test')
  expect(entered.status).toBe(200)
  const person = (await entered.json()) as FieldPerson
  expect(person.companies).toMatchObject([{ id: DEMO_ID, role: 'Agent' }])

  const contact = { version: '2.2.0', waiting: 0 }
  const read = async (have: object) => {
    const answer = await phone.call('snapshot', { project: DEMO_ID, have, contact })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Snapshot
  }
  const { parts } = await read({})
  type Part = keyof Snapshot['parts']
  const rowsOf = <P extends Part>(part: P) =>
    Object.values(parts[part]).flatMap(({ rows }) => (rows ?? []) as never[]) as NonNullable<
      Snapshot['parts'][P][string]['rows']
    >
  const customers = rowsOf('customers')
  const own = await company.db().from('customers').select('id').eq('agent_id', person.id)
  expect(own.data!.map(({ id }) => id)).toEqual(
    expect.arrayContaining(customers.map(({ id }) => id)),
  )
  // Blocks that the phone has are not sent again.
  const have = Object.fromEntries(
    Object.entries(parts).map(([part, blocks]) => [
      part,
      Object.fromEntries(Object.entries(blocks).map(([block, { hash }]) => [block, hash])),
    ]),
  )
  const again = await read(have)
  expect(Object.values(again.parts.customers).map(({ rows }) => rows)).not.toContainEqual(
    expect.anything(),
  )

  const send = async (facts: object, key = randomUUID()) => {
    const at = new Date().toISOString()
    const act = { key, no: 1, kind: 'booking', version: '2.2.0', device_at: at, made_at: at, facts }
    const answer = await phone.call('act', { project: DEMO_ID, act })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { state: string; document?: { id: string }; refusal?: object }
  }
  const customer_id = customers.find(({ status }) => status === 'approved')!.id
  const lines = [{ product_id: rowsOf('products')[0]!.id, quantity: 2, agent_srp: '12.50' }]
  const key = randomUUID()
  const accepted = await send({ customer_id, lines }, key)
  expect(accepted.state).toBe('accepted')
  // Sent again it is the same booking.
  expect(await send({ customer_id, lines }, key)).toEqual(accepted)
  const { data } = await company
    .db()
    .from('bookings')
    .select('stage, total::text')
    .eq('id', accepted.document!.id)
  expect(data).toEqual([{ stage: 'pending', total: '25.00' }])
  expect(await send({ customer_id, lines: [] })).toMatchObject({
    ...{ state: 'refused', refusal: { code: 'invalid', field: 'lines' } },
  })

  const stolen = new Map(phone.cookies)
  expect((await phone.call('sign-out', {})).status).toBe(200)
  for (const [name, value] of stolen) phone.cookies.set(name, value)
  expect((await phone.call('me')).status).toBe(401)
  const after = { project: DEMO_ID, have: {}, contact }
  expect((await phone.call('snapshot', after)).status).toBe(401)
})
