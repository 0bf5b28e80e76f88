import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { row, rows } from '../../app/platform/db/command.server.ts'
import type { FieldPerson } from '../../app/platform/field/answers.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { CALLS } from '../../server/field/api.ts'
import {
  fieldIdentities,
  ON_PHONES,
  OTHER_ID,
  type Someone,
  WITH_OFFICE_COOKIE,
  WITHOUT_SESSION,
} from '../support/field-identities.ts'
import { pngOf } from '../support/pictures.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Record<string, Someone>
let clerk: Db
let clerkThere: Db

/** Documents of an agent. */
interface Documents {
  customer: string
  booking: string
  version: number
  request: string
  requested: number
}

/** Whose documents a call is about: the agent's, or those of a colleague whom the Manager does not lead. */
const documents = {} as Record<'own' | "a colleague's", Documents>
type Whose = keyof typeof documents
let product: string
let data: string

const sent = (kind: string, facts: object) => {
  const at = new Date().toISOString()
  const act = { key: randomUUID(), no: 1, kind, version: '2.2.0', facts }
  return { act: { ...act, device_at: at, made_at: at } }
}
const line = () => ({ product_id: product, quantity: 1, agent_srp: '10.00' })

/** Bodies of the calls, besides the company. */
const BODIES: Record<string, (of: Documents) => object> = {
  contact: () => ({ contact: { version: '2.2.0', waiting: 0 } }),
  act: ({ customer }) => sent('booking', { customer_id: customer, lines: [line()] }),
  bought: () => ({}),
  photo: ({ booking }) => ({
    ...{ key: randomUUID(), kind: 'booking', document: booking, name: 'Receipt', data },
  }),
  snapshot: () => ({ have: {}, contact: { version: '2.2.0', waiting: 0 } }),
  team: () => ({}),
  approvals: () => ({}),
  approve: ({ booking, version }) => ({
    ...{ key: randomUUID(), booking, version, reason: 'Pays on Friday' },
  }),
  return: ({ request, requested }) => ({
    ...{ key: randomUUID(), request, version: requested },
    ...{ decision: 'approved', note: 'Seen at the store' },
  }),
}

/**
 * Answers to people in the field; an act is answered with its state. Whoever is not named has no session: 401. A phone that its company
 * has locked keeps what it would send, by that code.
 */
type Row = Record<'agent' | 'collector' | 'manager' | 'stranger' | 'locked there', string>
const OUT = { stranger: '403', 'locked there': '422 device_locked' }
const ALL = { ...OUT, agent: '200', collector: '200', manager: '200' }
const CLOSED = { 'locked there': '403' }
const REFUSED = { agent: '200 refused', collector: '200 refused', manager: '200 refused' }
const NOBODY = { ...OUT, agent: '403', collector: '403', manager: '403' }
const NO_PHOTO = {
  agent: '422',
  collector: '422',
  manager: '422',
  stranger: '403',
  'locked there': '403',
}
const MATRIX: [call: string, of: Whose, answers: Row][] = [
  ['contact', 'own', ALL],
  ['snapshot', 'own', ALL],
  ['team', 'own', ALL],
  ['bought', 'own', { ...NOBODY, agent: '200' }],
  ['act', 'own', { ...OUT, ...REFUSED, agent: '200 accepted' }],
  ['act', "a colleague's", { ...OUT, ...REFUSED }],
  // The agent's is there already: whoever may read it is told that they may not attach it.
  ['photo', 'own', { ...NO_PHOTO, agent: '200', manager: '403' }],
  ['photo', "a colleague's", NO_PHOTO],
  ['approvals', 'own', { ...NOBODY, manager: '200' }],
  ['approve', 'own', { ...NOBODY, ...CLOSED, manager: '200' }],
  ['approve', "a colleague's", { ...NOBODY, ...CLOSED, manager: '404' }],
  ['return', 'own', { ...NOBODY, ...CLOSED, manager: '200' }],
  ['return', "a colleague's", { ...NOBODY, ...CLOSED, manager: '404' }],
]

/** Calls that are not of a company: tested below. */
const OF_NO_COMPANY = ['GET /me', 'POST /sign-in', 'POST /sign-out']

/** Makes a pending booking of an agent and a request to take delivered goods back. */
async function documentsOf(agent: Db): Promise<Documents> {
  const by = { p_project: DEMO_ID }
  const command = async (name: 'create_booking' | 'create_warehouse_request', args: object) => {
    const sent = { ...by, p_idempotency_key: randomUUID(), ...args }
    return row(await agent.rpc(name, sent as never)) as unknown as { id: string; version: number }
  }
  const [customer] = rows(
    await agent.from('customers').select('id').eq('approval_status', 'approved').limit(1),
  )
  const delivered = row(
    await agent
      .from('bookings')
      .select('id, booking_lines!inner(product_id)')
      .match({ project_id: DEMO_ID, stage: 'delivered' })
      .limit(1)
      .single(),
  )
  const p_booking = { customer_id: customer!.id, lines: [line()] }
  const booking = await command('create_booking', { p_booking })
  const { product_id } = delivered.booking_lines[0]!
  const request = await command('create_warehouse_request', {
    p_request: {
      ...{ booking_id: delivered.id, kind: 'take_back', reason: 'Torn' },
      lines: [{ product_id, quantity: 1 }],
    },
  })
  return {
    ...{ customer: customer!.id, booking: booking.id, version: booking.version },
    ...{ request: request.id, requested: request.version },
  }
}

beforeAll(async () => {
  const stage = await fieldIdentities(server)
  clerk = await stage.as('special-access-1@demo.test')
  clerkThere = await stage.as('special-access-1@other.test')
  data = (await pngOf(10, 10)).toString('base64')
  const stock = clerk.from('inventory').select('product_id').eq('project_id', DEMO_ID)
  product = row(await stock.gt('available', 100).limit(1).single()).product_id
  documents.own = await documentsOf(await stage.as('agent@demo.test'))
  documents["a colleague's"] = await documentsOf(await stage.as('agent-3@demo.test'))
  await stage.limit('manager@demo.test', '1000000.00')
  people = await stage.make()
  await stage.close()
}, 180_000)

/** Returns the parts of an answer that are compared: its status, the state of an act, and a phone that is locked. */
async function answerOf({ client, project }: Someone, call: string, of: Whose): Promise<string> {
  const response = await client.call(call, { project, ...BODIES[call]!(documents[of]) })
  const { state, code } = (await response.json()) as { state?: string; code?: string }
  const more = call === 'act' && state ? state : code === 'device_locked' && code
  return [response.status, more].filter(Boolean).join(' ')
}

describe('the calls of the field', () => {
  it('are all in the table', () => {
    const listed = [...new Set(MATRIX.map(([call]) => `POST /${call}`)), ...OF_NO_COMPANY]
    expect(listed.sort()).toEqual(Object.keys(CALLS).sort())
  })

  it.each(MATRIX)('%s, of %s documents, is answered as each may', async (call, of, answers) => {
    const found: Record<string, string> = {}
    for (const who of Object.keys(answers)) found[who] = await answerOf(people[who]!, call, of)
    expect(found).toEqual(answers)
    const out = [...ON_PHONES, ...WITHOUT_SESSION].filter((who) => !(who in answers))
    for (const who of out)
      expect([who, await answerOf(people[who]!, call, of)]).toEqual([who, '401'])
  })

  it('me names the companies that are open to the person on this phone', async () => {
    const companies = async (who: string) => {
      const response = await people[who]!.client.call('me')
      if (!response.ok) return response.status
      return ((await response.json()) as FieldPerson).companies.map(({ id }) => id)
    }
    for (const who of ['agent', 'manager']) expect(await companies(who)).toEqual([DEMO_ID])
    expect((await companies('collector')) as string[]).toEqual([DEMO_ID, OTHER_ID])
    expect(await companies('locked there')).toEqual([DEMO_ID])
    expect(await companies('stranger')).toEqual([OTHER_ID])
    for (const who of ['locked', 'deactivated', 'promoted', ...WITHOUT_SESSION])
      expect([who, await companies(who)]).toEqual([who, 401])
  })
})

/** The ids of a company's documents by table and person, as its office reads them. */
async function allOf(db: Db, project: string) {
  const customers = rows(
    await db.from('customers').select('id, agent_id').eq('project_id', project).limit(1000),
  )
  const bookings = rows(
    await db
      .from('bookings')
      .select('id, agent_id, stage, balance')
      .eq('project_id', project)
      .limit(1000),
  )
  const receipts = rows(
    await db
      .from('collections')
      .select('id, agent_id, collector_id')
      .eq('project_id', project)
      .limit(1000),
  )
  return { customers, bookings, receipts }
}

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

describe('the answers of the field', () => {
  it('hold no row of another company or of another person’s customers', async () => {
    const [here, there] = [await allOf(clerk, DEMO_ID), await allOf(clerkThere, OTHER_ID)]
    const abroad = Object.values(there).flatMap((list) => ids(list))
    const idOf = async (who: string) =>
      ((await (await people[who]!.client.call('me')).json()) as FieldPerson).id
    const [agent, collector] = [await idOf('agent'), await idOf('collector')]
    const led = rows(await clerk.from('memberships').select('user_id, manager_id'))
    const team = led.flatMap((each) => (each.manager_id ? each.user_id : []))
    const others = (people: readonly (string | null)[]) => [
      ...ids(here.customers.filter(({ agent_id }) => !people.includes(agent_id))),
      ...ids(here.bookings.filter(({ agent_id }) => !people.includes(agent_id))),
      ...ids(here.receipts.filter((each) => !people.includes(each.collector_id ?? each.agent_id))),
    ]
    const undelivered = here.bookings.filter(({ stage }) => stage !== 'delivered')
    const notOwn = here.receipts.filter((each) => each.collector_id !== collector)
    const denied: [who: string, project: string, ids: string[], some: string][] = [
      ['agent', DEMO_ID, [...abroad, ...others([agent])], documents.own.customer],
      ['manager', DEMO_ID, [...abroad, ...others(team)], documents.own.customer],
      [
        'collector',
        DEMO_ID,
        [...abroad, ...ids(undelivered), ...ids(notOwn)],
        documents.own.customer,
      ],
      [
        'stranger',
        OTHER_ID,
        Object.values(here).flatMap((list) => ids(list)),
        there.customers[0]!.id,
      ],
    ]
    for (const [who, project, not, some] of denied) {
      expect(not.length).toBeGreaterThan(20)
      const texts = []
      for (const call of ['snapshot', 'bought', 'team', 'approvals']) {
        const body = { project, ...BODIES[call]!(documents.own) }
        texts.push(await (await people[who]!.client.call(call, body)).text())
      }
      const text = texts.join('\n')
      expect(text, who).toContain(some)
      expect([who, not.filter((id) => text.includes(id))]).toEqual([who, []])
    }
  })
})

describe('the doors', () => {
  it('let in who works in the field, on a phone that is not locked', async () => {
    for (const [who, { client, email, password }] of Object.entries(people)) {
      const isIn = ['agent', 'collector', 'manager', 'stranger', 'locked there'].includes(who)
      const answer = await client.enter(email, password)
      expect([who, answer.status]).toEqual([who, isIn ? 200 : 422])
    }
  })

  it('let everybody out, and end no session of the office', async () => {
    for (const [who, { client }] of Object.entries(people)) {
      expect([who, (await client.call('sign-out', {})).status]).toEqual([who, 200])
      expect([who, (await client.call('me')).status]).toEqual([who, 401])
    }
    expect((await people[WITH_OFFICE_COOKIE]!.client.get('/home')).status).toBe(200)
  })
})
