import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../app/platform/access/permissions.ts'
import { PARTS, type Part, type Snapshot } from '../../app/platform/field/copy.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'
import { HIDDEN_KEYS } from './access-columns.ts'
import { fillTables } from './identities.ts'

const fixture = testFixture()
const t = trade(fixture)

beforeAll(() => fillTables(fixture))

const read = (user: string, have: object = {}, project = fixture.a) =>
  fixture.db.rpc<Snapshot>(user, 'field_snapshot', { p_project: project, p_have: have })

/** The rows of a copy that was downloaded to its end. */
async function download(user: string) {
  const rows = Object.fromEntries(PARTS.map((part) => [part, []])) as unknown as Record<
    Part,
    { id: string }[]
  >
  const have = {} as Record<Part, Record<string, string>>
  for (const part of PARTS) have[part] = {}
  for (let complete = false; !complete; ) {
    const answer = await read(user, have)
    for (const part of PARTS)
      for (const [block, { hash, rows: fresh }] of Object.entries(answer.parts[part])) {
        if (fresh) rows[part].push(...fresh)
        have[part][block] = hash
      }
    complete = answer.complete
  }
  return { rows, have }
}

/** Ids of a table's rows that the person reads under the policies. */
const readable = async (user: string, table: string, among: string) =>
  (
    await fixture.db.as<{ id: string }>(
      user,
      `select id from public.${table} where project_id = $1::uuid and ${among} order by id`,
      [fixture.a],
    )
  ).map(({ id }) => id)

const OPEN = `approval_status <> 'cancelled' and (balance <> 0 or cleared_balance <> 0 or stage in ('pending', 'validated', 'invoiced'))`

describe('the copy of a phone', () => {
  it.each<Role>(['Agent', 'Collector', 'Manager', 'General Manager'])(
    'of %s has the rows that the policies show, and no others',
    async (role) => {
      const user = fixture.role[role]
      const { rows } = await download(user)
      const ids = (part: Part) => rows[part].map(({ id }) => id).sort()
      expect(ids('customers')).toEqual(
        await readable(user, 'customers', "approval_status in ('pending', 'approved')"),
      )
      expect(ids('products')).toEqual(await readable(user, 'products', "status = 'active'"))
      expect(ids('documents')).toEqual(await readable(user, 'bookings', OPEN))
      expect(ids('routes')).toEqual(
        await readable(user, 'routes', `until_date is null and agent_id = '${user}'`),
      )
      if (role === 'Agent') expect(ids('routes').length).toBeGreaterThan(0)
      if (role === 'Agent') expect(ids('customers').length).toBeGreaterThan(0)
      if (role === 'Collector') expect(ids('products')).toEqual([])
    },
  )

  it('holds no customer of a colleague, no cost and no supplier', async () => {
    const { rows } = await download(fixture.role.Agent)
    const owned = await fixture.db.sql<{ id: string }>(
      'select id from public.customers where project_id = $1::uuid and agent_id = $2::uuid',
      [fixture.a, fixture.role.Agent],
    )
    const own = new Set(owned.map(({ id }) => id))
    expect(rows.customers.filter(({ id }) => !own.has(id))).toEqual([])
    const keys = new Set(Object.values(rows).flatMap((of) => of.flatMap((row) => Object.keys(row))))
    for (const [hidden] of HIDDEN_KEYS)
      expect([...keys].filter((key) => hidden.test(key))).toEqual([])
  })

  it('tells the position as the page of the customer does', async () => {
    const user = fixture.role.Agent
    const { rows } = await download(user)
    for (const row of rows.customers as Snapshot['parts']['customers'][string]['rows'] & object) {
      const [of] = await fixture.db.as<Record<string, string>>(
        user,
        `select exposure::text, cleared_balance::text as receivables, uncleared::text, unapplied::text, credit_left::text as left
         from public.customer_position($1::uuid, $2::uuid)`,
        [fixture.a, row.id],
      )
      const { exposure, receivables, uncleared, unapplied, left = null } = row
      expect({ exposure, receivables, uncleared, unapplied, left }).toEqual(of)
    }
  })

  it('proposes the prices that a booking proposes', async () => {
    const user = fixture.role.Agent
    await fixture.db.sql(
      "update public.price_lists set is_default = true, valid_from = '2020-01-01' where project_id = $1::uuid",
      [fixture.a],
    )
    const { rows } = await download(user)
    const prices = new Map(rows.prices.map((row) => [row.id, row as { id: string; price: string }]))
    expect(prices.size).toBeGreaterThan(0)
    for (const customer of rows.customers as { id: string; prices: string; status: string }[]) {
      if (customer.status !== 'approved') continue
      const proposed = await fixture.db.as<{
        product_id: string
        agent_srp: string
        list: boolean
      }>(
        user,
        `select product_id, agent_srp::text, price_list_id is not null as list
         from public.proposed_prices($1::uuid, $2::uuid, null, $3::text::jsonb)`,
        [fixture.a, customer.id, JSON.stringify({ products: rows.products.map(({ id }) => id) })],
      )
      for (const { product_id, agent_srp, list } of proposed)
        expect(prices.get(`${customer.prices}:${product_id}`)?.price ?? null).toBe(
          list ? agent_srp : null,
        )
    }
  })

  it('is told once a day what the customers bought, on bookings of the person', async () => {
    const user = fixture.role.Agent
    const { rows } = await download(user)
    const keys = new Map((rows.products as { id: string; key: string }[]).map((p) => [p.id, p.key]))
    const bought = await fixture.db.rpc<Record<string, string>>(user, 'field_bought', {
      p_project: fixture.a,
    })
    const lines = await fixture.db.as<{ customer_id: string; product_id: string }>(
      user,
      `select distinct b.customer_id, l.product_id from public.bookings b
       join public.booking_lines l on l.project_id = b.project_id and l.booking_id = b.id
       where b.project_id = $1::uuid and b.approval_status <> 'cancelled' and b.date_added > current_date - 360`,
      [fixture.a],
    )
    expect(lines.length).toBeGreaterThan(0)
    expect(Object.keys(bought).sort()).toEqual(
      [...new Set(lines.map(({ customer_id }) => customer_id))].sort(),
    )
    for (const { customer_id, product_id } of lines) {
      const found = bought[customer_id]!.match(/.{5}/g)
      if (keys.has(product_id)) expect(found).toContain(keys.get(product_id))
    }
  })

  it('is sent again as far as it has changed, and says what is gone', async () => {
    const user = fixture.role.Agent
    const { rows, have } = await download(user)
    const sent = (answer: Snapshot) =>
      PARTS.flatMap((part) =>
        Object.entries(answer.parts[part]).flatMap(([block, { rows }]) =>
          rows ? [`${part} ${block}`] : [],
        ),
      )
    const same = await read(user, have)
    expect(same.complete).toBe(true)
    expect(sent(same)).toEqual([])

    const customer = await t.customer()
    const more = await read(user, have)
    expect(sent(more)).toHaveLength(1)
    const [block] = Object.values(more.parts.customers)
    expect(block!.rows!.map(({ id }) => id)).toContain(customer)

    const other = await fixture.addAgent('a', 'A third agent')
    await t.rpc('transfer_customers', {
      p_transfer: { customer_ids: [customer], target_agent_id: other },
    })
    const [back] = Object.values((await read(user, have)).parts.customers)
    expect(back!.rows).toBeUndefined()
    expect((await download(other)).rows.customers.map(({ id }) => id)).toEqual([customer])
    expect(rows.customers.map(({ id }) => id)).not.toContain(customer)
  })

  it('comes in several answers, each of which goes on from the one before', async () => {
    await fixture.db.sql(
      `insert into public.customers (project_id, name, store_name, address, agent_id, date_added, approval_status)
       select $1::uuid, 'Store ' || n, repeat('Store ', 30), repeat('Long street ', 33), $2::uuid, current_date, 'approved' from generate_series(1, 1500) n`,
      [fixture.a, fixture.role.Agent],
    )
    const first = await read(fixture.role.Agent)
    expect(first.complete).toBe(false)
    expect(Object.keys(first.parts.customers).every((name) => name.startsWith('8:'))).toBe(true)
    const { rows } = await download(fixture.role.Agent)
    const ids = rows.customers.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.sort()).toEqual(
      await readable(fixture.role.Agent, 'customers', "approval_status in ('pending', 'approved')"),
    )
  })
})
