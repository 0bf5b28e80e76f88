import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '../../app/platform/access/permissions.ts'
import { attempts } from '../support/attempts.ts'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

/** One person alone gets to neither money nor goods, whatever the role (docs/permissions.md). */
const fixture = testFixture()
const shop = trade(fixture)
const ready = { goods: '', bank: '' }
const { Person, chains, at } = attempts(fixture, ready)

beforeAll(async () => {
  ready.goods = await shop.product('10.00', 10_000)
  ready.bank = await treasury(fixture, shop).bank()
})

/** No rule of two people holds for who is the whole office: one-person.test.ts. */
const HELD = ROLES.filter((role) => role !== 'one-person office')

describe.each(HELD)('%s alone', (role) => {
  it.each(Object.keys(chains))('%s: refused', (name) => chains[name]!(new Person(role)))
})

describe('a person in two projects', () => {
  /** Gives somebody of project A a membership of project B as well. */
  async function alsoInB(user: string, role: Role): Promise<void> {
    await fixture.db.sql(
      'insert into public.memberships (project_id, user_id, role) values ($1::uuid, $2::uuid, $3)',
      [fixture.b, user, role],
    )
  }

  it('decides nothing of one under the name of the other', async () => {
    const who = new Person('invoice admin')
    await alsoInB(who.user, 'special access 1')
    const inB = (name: string, args: Record<string, unknown>) =>
      fixture.db.rpc(who.user, name, {
        ...{ p_project: fixture.b, p_idempotency_key: randomUUID(), ...args },
      })
    const customer = await shop.customer('5.00')
    const booking = (await who.book(customer, [[ready.goods, '10.00']]))!
    const receipt = await shop.collect(customer, '5.00', [])
    const line = { p_credit_line: null, p_terms_days: 30 }
    for (const [name, args] of [
      ['set_credit_line', { ...(await at('customers', customer, 'p_customer')), ...line }],
      ['validate_booking', { p_booking: booking.id, p_version: booking.version }],
      ['approve_collection', { p_collection: receipt.id, p_version: receipt.version }],
    ] as const)
      await expect(inB(name, args)).rejects.toMatchObject({ code: 'P0002' })
    await expect(
      inB('create_booking', {
        p_booking: {
          customer_id: customer,
          lines: [{ product_id: ready.goods, quantity: 1, agent_srp: '10.00' }],
        },
      }),
    ).rejects.toMatchObject({ code: '22023' })
    await who.cannotValidate(booking, 'credit_exceeded')
  })

  it('is held in each by what they did there, whatever their role is in the other', async () => {
    const who = new Person('special access 1')
    await alsoInB(who.user, 'Owner')
    for (const name of [
      'raises the credit line of a customer for the own booking',
      'adds a product at a centavo, buys and sells it',
      'records, approves, banks and cancels the own receipt',
      'decides the own warehouse request',
    ])
      await chains[name]!(who)
  })
})

describe('the administrator', () => {
  it('has no business rights', async () => {
    const rpc = (name: string, args: object) => shop.rpc(name, { ...args }, fixture.admin)
    const customer = await shop.customer()
    const booking = await shop.book(customer, [[ready.goods, 2, '10.00']])
    const receipt = await shop.collect(customer, '5.00', [])
    for (const [name, args] of [
      ['create_booking', { p_booking: { customer_id: customer, lines: [] } }],
      [
        'validate_booking',
        { p_booking: booking.id, p_version: booking.version, p_override_reason: 'x' },
      ],
      [
        'set_credit_line',
        { p_customer: customer, p_version: 1, p_credit_line: null, p_terms_days: 30 },
      ],
      ['approve_collection', { p_collection: receipt.id, p_version: receipt.version }],
      ['create_purchase', { p_purchase: {} }],
      ['create_voucher', { p_voucher: {} }],
    ] as const)
      await expect(rpc(name, args)).rejects.toMatchObject({
        code: '42501',
      })
  })

  it('is nobody who belongs to a project, and so cannot switch the rules off for the own booking', async () => {
    const who = new Person('special access 1')
    const make = (user: string) =>
      fixture.db.sql('select private.set_platform_admin($1::uuid, $2, $3)', [user, 'x@y.zz', 'X'])
    const [{ deactivated }, { admin }] = [fixture, fixture]
    await fixture.db.sql('delete from private.platform_admin')
    try {
      for (const user of [who.user, fixture.role.Owner, deactivated])
        await expect(make(user)).rejects.toMatchObject({ code: 'P0001', hint: 'wrong_state' })
      await chains['switches the rules off']!(who)
    } finally {
      await make(admin)
    }
    const member = { user_id: admin, email: 'admin@fixture.test', display_name: 'Admin' }
    await expect(
      fixture.db.rpc(admin, 'provision_member', {
        ...{ p_project: fixture.a, p_idempotency_key: randomUUID() },
        p_member: { ...member, role: 'special access 1' },
      }),
    ).rejects.toMatchObject({ hint: 'wrong_state' })
  })
})
