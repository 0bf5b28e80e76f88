import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { explain } from '../../app/platform/db/command.server.ts'
import { TABLES } from '../db/access-tables.ts'
import { fillTables, identities } from '../db/identities.ts'
import { key, OF_PEOPLE } from '../db/matrix.ts'
import { testFixture } from '../support/fixture.ts'
import type { HostedDatabase } from '../support/hosted/database.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const hosted = () => fixture.db as HostedDatabase
const tables = Object.keys(TABLES)
/** Tables whose rows belong to one company. */
const tenant = tables.filter((table) => !OF_PEOPLE.includes(table))

/** A refusal, as PostgREST answers it. */
interface Refusal {
  code: string
  message: string
  hint: string | null
  details: string | null
}

// Every command of this runs through PostgREST: from the purchase to the receipt, the remittance and the closed period.
beforeAll(() => fillTables(fixture))

describe('tables through PostgREST', () => {
  it('show nobody of one company a row of the other', async () => {
    const seen: string[] = []
    for (const table of tenant)
      for (const { name, user, a, b, admin } of identities(fixture).filter(({ user }) => user))
        for (const [project, member] of [
          [fixture.a, a],
          [fixture.b, b],
        ] as const) {
          if (member || admin) continue
          const path = `${table}?select=${key(table)}&${key(table)}=eq.${project}`
          const { status, body } = await hosted().api(user, 'GET', path)
          if (status !== 200 || (body as unknown[]).length > 0)
            seen.push(`${name} asks for ${table}: ${status} ${JSON.stringify(body).slice(0, 99)}`)
        }
    expect(seen).toEqual([])
    const profiles = await hosted().api(
      fixture.role.Owner,
      'GET',
      `profiles?select=user_id&user_id=eq.${fixture.staffB}`,
    )
    expect(profiles).toEqual({ status: 200, body: [] })
  }, 180_000)

  it('show each company its own rows, of every table', async () => {
    const unseen: string[] = []
    const members = identities(fixture).filter(({ user, a }) => user && a)
    for (const table of tenant) {
      const path = `${table}?select=${key(table)}&${key(table)}=eq.${fixture.a}&limit=1`
      const answers = await Promise.all(members.map(({ user }) => hosted().api(user, 'GET', path)))
      if (!answers.some(({ body }) => (body as unknown[]).length === 1)) unseen.push(table)
    }
    expect(unseen).toEqual([])
  })

  it('refuse whoever is not signed in, and the secret key', async () => {
    const secret = hosted().token(fixture.admin, { role: 'service_role' })
    const wrong: string[] = []
    for (const table of tables)
      for (const [who, expected] of [
        [null, 401],
        [secret, 403],
      ] as const) {
        const { status, body } = await hosted().api(who, 'GET', `${table}?limit=1`)
        if (status !== expected || (body as Refusal).code !== '42501')
          wrong.push(`${table}: ${status} ${JSON.stringify(body)}`)
      }
    expect(wrong).toEqual([])
  })

  it('let nobody delete, and nobody write what only commands write', async () => {
    const wrong: string[] = []
    for (const table of tables) {
      const path = `${table}?${table === 'profiles' ? 'user_id' : key(table)}=eq.${fixture.a}`
      const tries: [string, unknown][] = [['DELETE', undefined]]
      if (!TABLES[table]!.insert) tries.push(['POST', {}])
      for (const [method, content] of tries) {
        const { status, body } = await hosted().api(fixture.both, method, path, content)
        if (status !== 403 || (body as Refusal).code !== '42501')
          wrong.push(`${method} ${table}: ${status} ${JSON.stringify(body)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('refuse a token that is out of date, or signed by somebody else', async () => {
    const past = Math.floor(Date.now() / 1000) - 60
    const old = await hosted().api(hosted().token(fixture.both, { exp: past }), 'GET', 'projects')
    expect(old.status).toBe(401)
    const [head, claims] = hosted().token(fixture.both).split('.')
    const forged = await hosted().api(`${head}.${claims}.${'A'.repeat(43)}`, 'GET', 'projects')
    expect(forged.status).toBe(401)
  })
})

describe('commands through PostgREST', () => {
  it('bring an order from the purchase to the receipt, with the figures that the screens read', async () => {
    const t = trade(fixture)
    const product = await t.product('12.50')
    await t.buy(product, 50)
    const customer = await t.customer()
    const booking = await t.book(customer, [[product, 20, '12.50']])
    await t.validate(booking.id, booking.version)
    await t.invoice(booking.id, booking.version + 1, 'INV-HOSTED')
    await t.deliver(booking.id, booking.version + 2)
    await t.approve((await t.collect(customer, '250.00', [[booking.id, '250.00']], 'CR-HOSTED')).id)
    const owner = fixture.role.Owner
    const stock = await hosted().api(
      owner,
      'GET',
      `inventory?select=on_hand&product_id=eq.${product}`,
    )
    expect(stock.body).toMatchObject([{ on_hand: 30 }])
    const sale = await hosted().api(
      owner,
      'GET',
      `bookings?select=total,collected,collection_status&id=eq.${booking.id}`,
    )
    expect(sale.body).toEqual([{ total: 250, collected: 250, collection_status: 'paid' }])
    const debt = await hosted().api(owner, 'POST', 'rpc/customer_position', {
      p_project: fixture.a,
      p_customer: customer,
    })
    expect(debt.status).toBe(200)
  })

  it('answer a second call under one key as the first, and do it once', async () => {
    const t = trade(fixture)
    const product = await t.product('10.00', 10)
    const customer = await t.customer()
    const args = {
      p_booking: {
        customer_id: customer,
        lines: [{ product_id: product, quantity: 1, agent_srp: '10.00' }],
      },
    }
    const once = randomUUID()
    const first = await t.rpc('create_booking', args, undefined, once)
    expect(await t.rpc('create_booking', args, undefined, once)).toEqual(first)
    const { body } = await hosted().api(
      fixture.role.Owner,
      'GET',
      `bookings?select=id&customer_id=eq.${customer}`,
    )
    expect(body).toEqual([{ id: first.id }])
  })

  /** A call that must be refused: what PostgREST answers, and what a form makes of it. */
  const refused = async (user: string, name: string, args: Record<string, unknown>) => {
    const common = { p_project: fixture.a, p_idempotency_key: randomUUID() }
    const { status, body } = await hosted().api(user, 'POST', `rpc/${name}`, { ...common, ...args })
    const refusal = body as Refusal & { details: string }
    return { status, ...refusal, form: explain({ ...refusal, hint: refusal.hint ?? '' }) }
  }

  it('name the field of a value that is refused', async () => {
    const staff = fixture.role['special access 1']
    const answer = await refused(staff, 'create_purchase', { p_purchase: { po_no: 'PO-X' } })
    expect(answer).toMatchObject({ status: 400, code: '22023', hint: 'invalid' })
    expect(answer.form).toMatchObject({ status: 422, code: 'invalid', field: answer.details })
    expect(answer.details).not.toBe('')
  })

  it('give a refused rule its hint and its sentence', async () => {
    const t = trade(fixture)
    const customer = await t.customer()
    const booking = await t.book(customer, [[await t.product('10.00', 1), 5, '10.00']])
    const staff = fixture.role['special access 1']
    const stale = await refused(staff, 'validate_booking', {
      ...{ p_booking: booking.id, p_version: booking.version + 7, p_override_reason: null },
    })
    expect(stale).toMatchObject({ status: 400, code: 'P0001', hint: 'stale_version' })
    expect(stale.form).toMatchObject({ status: 409, code: 'stale_version', message: stale.message })
    const short = await refused(staff, 'validate_booking', {
      ...{ p_booking: booking.id, p_version: booking.version, p_override_reason: null },
    })
    expect(short).toMatchObject({ status: 400, code: 'P0001', hint: 'insufficient_stock' })
    expect(short.form).toMatchObject({ status: 422, code: 'insufficient_stock' })
  })

  it('forbid a role what it may not do, and know nothing of documents of the other company', async () => {
    const forbidden = await refused(fixture.role.Collector, 'create_purchase', { p_purchase: {} })
    expect(forbidden).toMatchObject({ status: 403, code: '42501', hint: 'not_allowed' })
    expect(forbidden.form.status).toBe(403)
    const foreign = await trade(fixture, 'b').customer()
    const missing = await refused(fixture.role['finance admin'], 'decide_customer', {
      ...{ p_customer: foreign, p_version: 1, p_decision: 'approved' },
    })
    // The embedded API answers 404; nothing but the code is read.
    expect(missing).toMatchObject({ status: 500, code: 'P0002', hint: 'not_found' })
    expect(missing.form.status).toBe(404)
  })
})
