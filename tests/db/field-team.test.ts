import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'
import { HIDDEN_KEYS } from './access-columns.ts'

/** A Manager approves bookings of the own team that need an override, up to the limit that the office set. */
const fixture = testFixture()
const t = trade(fixture)
const manager = () => fixture.role.Manager
let product: string
let other: string

beforeAll(async () => {
  product = await t.product('10.00', 5000)
  other = await fixture.addAgent('a', 'Of another team')
})

const limit = (p_limit: string | null, p_user = manager(), by = fixture.role['General Manager']) =>
  t.rpc('set_approval_limit', { p_user, p_limit }, by)
const approve = (
  { id, version }: { id: string; version: number },
  reason: string | null = 'Pays on Friday',
) => t.validate(id, version, reason, manager())
/** A booking of so many pieces at 10.00 for a customer with a credit limit of 100.00. */
const overLimit = async (pieces: number, customer?: string) =>
  t.book(customer ?? (await t.customer('100.00')), [[product, pieces, '10.00']])
const listed = (user = manager()) =>
  fixture.db.as<{ id: string; total: string; credit_left: string | null; below: object[] }>(
    user,
    'select id, total::text, credit_left::text, below from public.field_approvals($1::uuid)',
    [fixture.a],
  )
const foreign = async () => {
  const { id } = await t.rpc<{ id: string }>('request_customer', {
    p_customer: { name: `Foreign ${randomUUID()}`, agent_id: other, credit_line: '0.00' },
  })
  return t.book(id, [[product, 1, '10.00']])
}

describe('the approval of a Manager', () => {
  it('needs a limit, a reason and something to override', async () => {
    await limit(null)
    const booking = await overLimit(20)
    await expect(approve(booking)).rejects.toMatchObject({ hint: 'approval_limit' })
    await limit('200.00')
    await expect(approve(booking, null)).rejects.toMatchObject({ code: '42501' })
    const fine = await t.book(await t.customer('1000.00'), [[product, 1, '10.00']])
    await expect(approve(fine)).rejects.toMatchObject({ hint: 'wrong_state' })
    await approve(booking)
    const [row] = await fixture.db.sql(
      'select stage, validated_by, override_reason from public.bookings where id = $1::uuid',
      [booking.id],
    )
    expect(row).toEqual({
      ...{ stage: 'validated', validated_by: manager(), override_reason: 'Pays on Friday' },
    })
  })

  it('goes up to the total, the worth of the goods and what is owed above the credit limit', async () => {
    await limit('199.99')
    await expect(approve(await overLimit(20))).rejects.toMatchObject({ hint: 'approval_limit' })
    // Goods for 500.00 at a tenth of their price.
    const cheap = await t.book(await t.customer(), [[product, 50, '1.00']])
    await expect(approve(cheap)).rejects.toMatchObject({ hint: 'approval_limit' })
    await limit('500.00')
    await approve(cheap)
    // Bookings that are small one by one add up.
    await limit('100.00')
    const customer = await t.customer('0.00')
    await approve(await overLimit(6, customer))
    await expect(approve(await overLimit(6, customer))).rejects.toMatchObject({
      hint: 'approval_limit',
    })
    const unknown = await t.product('0.00', 0)
    const gift = await t.book(await t.customer(), [[unknown, 1, '1.00']])
    await expect(approve(gift)).rejects.toMatchObject({ hint: 'approval_limit' })
  })

  it('is for the own team: others are not found, nor listed', async () => {
    await limit('1000000.00')
    const [own, theirs] = [await overLimit(20), await foreign()]
    await expect(approve(theirs)).rejects.toMatchObject({ code: 'P0002' })
    const ids = (await listed()).map(({ id }) => id)
    expect(ids).toContain(own.id)
    expect(ids).not.toContain(theirs.id)
    const all = (await listed(fixture.role.Owner)).map(({ id }) => id)
    expect(all).toEqual(expect.arrayContaining([own.id, theirs.id]))
  })
})

it('what waits for approval says what is against it, and no floor and no cost', async () => {
  const customer = await t.customer('100.00')
  const booking = await t.book(customer, [[product, 30, '4.00']])
  const found = (await listed()).find(({ id }) => id === booking.id)!
  expect(found).toMatchObject({ total: '120.00', credit_left: '100.00' })
  expect(found.below).toMatchObject([{ price: '4.00', srp: '10.00', pieces: 1, srp_pieces: 1 }])
  for (const key of Object.keys(found.below[0]!))
    for (const [hidden] of HIDDEN_KEYS) expect(key).not.toMatch(hidden)
  expect(Object.keys(found.below[0]!)).not.toContain('floor')
  const within = await t.book(customer, [[product, 1, '10.00']])
  expect((await listed()).map(({ id }) => id)).not.toContain(within.id)
})

describe('a return', () => {
  const delivered = async (customer: string) => {
    const booking = await t.book(customer, [[product, 10, '10.00']])
    const { version } = await t.validate(booking.id, booking.version)
    await t.deliver(booking.id, version)
    return booking.id
  }
  const ask = (booking_id: string, quantity: number, rest: object = {}) =>
    t.rpc<{ id: string; version: number; request_no: string }>(
      'create_warehouse_request',
      {
        p_request: {
          ...{ booking_id, kind: 'take_back', reason: 'Too many' },
          ...{ lines: [{ product_id: product, quantity }], ...rest },
        },
      },
      fixture.role.Agent,
    )
  const decide = (
    { id, version }: { id: string; version: number },
    p_decision: string,
    p_note = 'Seen at the store',
  ) =>
    t.rpc(
      'decide_warehouse_request',
      { p_request: id, p_version: version, p_decision, p_note },
      manager(),
    )
  const waiting = () =>
    fixture.db.as<{ id: string; credit: string; lines: object[] }>(
      manager(),
      'select id, credit::text, lines from public.field_returns($1::uuid)',
      [fixture.a],
    )

  it('is asked for by the agent and approved by the Manager, up to the limit', async () => {
    const booking = await delivered(await t.customer())
    await limit('39.99')
    const request = await ask(booking, 4)
    expect((await waiting()).find(({ id }) => id === request.id)).toMatchObject({
      ...{ credit: '40.00', lines: [{ pieces: 4, bad: false }] },
    })
    await expect(decide(request, 'approved')).rejects.toMatchObject({ hint: 'approval_limit' })
    await limit('40.00')
    const stock = await t.stock(product)
    await decide(request, 'approved')
    expect((await t.stock(product)).available).toBe(stock.available + 4)
    const memos = await fixture.db.sql(
      'select amount::text, status from public.memos where booking_id = $1::uuid',
      [booking],
    )
    expect(memos).toEqual([{ amount: '40.00', status: 'approved' }])
    await expect(ask(booking, 7)).rejects.toMatchObject({
      ...{ hint: 'wrong_state', detail: 'lines[0].quantity' },
    })
    const rest = await ask(booking, 6)
    await decide(rest, 'rejected')
    expect((await waiting()).map(({ id }) => id)).not.toContain(rest.id)
  })

  it('is for own bookings and the own team, and for returns alone', async () => {
    await limit('100000.00')
    const own = await delivered(await t.customer())
    await expect(ask(own, 1, { kind: 'hold', lines: [] })).rejects.toMatchObject({ code: '42501' })
    const { id } = await t.rpc<{ id: string }>('request_customer', {
      p_customer: { name: `Foreign ${randomUUID()}`, agent_id: other },
    })
    const theirs = await delivered(id)
    await expect(ask(theirs, 1)).rejects.toMatchObject({ code: 'P0002' })
    const request = await t.rpc<{ id: string; version: number }>('create_warehouse_request', {
      p_request: {
        ...{ booking_id: theirs, kind: 'take_back', reason: 'Too many' },
        lines: [{ product_id: product, quantity: 1 }],
      },
    })
    await expect(decide(request, 'approved')).rejects.toMatchObject({ code: 'P0002' })
    expect((await waiting()).map((each) => each.id)).not.toContain(request.id)
    const pending = await t.book(await t.customer(), [[product, 1, '10.00']])
    await t.validate(pending.id, pending.version)
    const hold = await t.rpc<{ id: string; version: number }>('create_warehouse_request', {
      p_request: { booking_id: pending.id, kind: 'hold', reason: 'Wait' },
    })
    await expect(decide(hold, 'approved')).rejects.toMatchObject({ code: 'P0002' })
    await expect(decide(hold, 'done')).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the limit', () => {
  it('is set for a Manager alone, and goes with the role', async () => {
    await expect(limit('-1.00')).rejects.toMatchObject({ code: '22023' })
    await expect(limit('5.00', fixture.role.Agent)).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(limit('5.00', manager(), fixture.role['sales admin'])).rejects.toMatchObject({
      code: '42501',
    })
    const second = await t
      .rpc<{ user_id: string }>('provision_member', await newcomer('Manager'), fixture.role.Owner)
      .then(({ user_id }) => user_id)
    await limit('5.00', second)
    const become = async (role: string) =>
      t.rpc(
        'update_member',
        {
          p_version: (
            await fixture.db.sql<{ version: number }>(
              'select version from public.profiles where user_id = $1::uuid',
              [second],
            )
          )[0]!.version,
          p_member: { user_id: second, role },
        },
        fixture.role.Owner,
      )
    await become('warehouse')
    await become('Manager')
    const [row] = await fixture.db.sql(
      'select approval_limit from public.memberships where user_id = $1::uuid',
      [second],
    )
    expect(row).toEqual({ approval_limit: null })
  })
})

async function newcomer(role: string) {
  const user_id = randomUUID()
  const email = `${user_id}@fixture.test`
  await fixture.db.sql('insert into auth.users (id, email) values ($1::uuid, $2)', [user_id, email])
  return { p_member: { user_id, email, display_name: `A second ${role}`, role } }
}

describe('the team', () => {
  const read = (user: string) =>
    fixture.db.as<{ person: string; bookings: number; booked: string; waiting: number }>(
      user,
      'select person, stops::int, stops_done::int, visits::int, skipped::int, bookings::int, booked::text, receipts::int, collected::text, waiting::int from public.field_team($1::uuid)',
      [fixture.a],
    )

  it('is told with what it did today', async () => {
    const [before] = await read(manager())
    expect(before!.person).toBe('A Agent')
    const customer = await t.customer()
    const booking = await t.book(customer, [[product, 5, '10.00']])
    await t.collect(customer, '20.00', [])
    const cancelled = await t.book(customer, [[product, 5, '10.00']])
    await t.rpc('cancel_booking', {
      ...{ p_booking: cancelled.id, p_version: cancelled.version, p_reason: 'Twice' },
    })
    await foreign()
    const agent = fixture.role.Agent
    await fixture.db.sql(
      `with d as (insert into public.devices (project_id, device, user_id, name) values ($1::uuid, gen_random_uuid(), $2::uuid, 'Phone')
         returning project_id, id)
       insert into private.device_contacts (project_id, device_id, app_version, waiting, waiting_since)
       select project_id, id, '2.2.0', 3, now() from d`,
      [fixture.a, agent],
    )
    // Two stops, of which one was skipped, and a visit beside the route.
    const [{ day } = { day: '' }] = await fixture.db.sql<{ day: string }>(
      'select private.business_date($1::uuid)::text as day',
      [fixture.a],
    )
    const [skipped, open] = [await t.customer(), await t.customer()]
    for (const [place, stop] of [skipped, open].entries())
      await fixture.db.sql(
        `insert into public.routes (project_id, agent_id, weekday, customer_id, place, from_date)
         select $1::uuid, $2::uuid, extract(isodow from $3::date), $4::uuid, $5::text::int, $3::date`,
        [fixture.a, agent, day, stop, String(place + 1)],
      )
    const moment = new Date(Date.now() - 60_000).toISOString()
    const skip = { customer_id: skipped, skipped: true, reason: 'Closed', begun_at: moment }
    await t.rpc('record_visit', { p_visit: skip }, agent)
    for (let n = 0; n < 2; n++) {
      const visit = { customer_id: customer, begun_at: moment, ended_at: moment }
      await t.rpc('record_visit', { p_visit: visit }, agent)
    }
    const after = await read(manager())
    expect(after).toHaveLength(1)
    const [now] = after
    expect(now!.bookings).toBe(before!.bookings + 1)
    expect(Number(now!.booked)).toBe(Number(before!.booked) + Number(booking.total))
    expect(now).toMatchObject({ waiting: 3, stops: 2, stops_done: 1, visits: 1, skipped: 1 })
  })

  it('of an Owner is everybody in the field, of an agent the agent', async () => {
    const names = async (user: string) => (await read(user)).map(({ person }) => person)
    expect(await names(fixture.role.Owner)).toEqual(
      expect.arrayContaining(['A Agent', 'A Collector', 'Of another team']),
    )
    expect(await names(fixture.role.Agent)).toEqual(['A Agent'])
    expect(await names(fixture.role.Collector)).toEqual(['A Collector'])
  })
})
