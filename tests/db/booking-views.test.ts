import { beforeAll, describe, expect, it } from 'vitest'
import { listCategories } from '../support/categories.ts'
import { testFixture } from '../support/fixture.ts'
import { priceLists } from '../support/price-lists.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const reads = <T extends Record<string, unknown>>(
  name: string,
  args: string,
  params: unknown[],
  user = fixture.role['special access 1'],
) =>
  fixture.db.as<T>(user, `select * from public.${name}($1::uuid, ${args})`, [fixture.a, ...params])

const totals = async (filters: object, user?: string) => {
  const [row] = await reads<Record<string, string>>(
    'booking_totals',
    '$2::text::jsonb',
    [JSON.stringify(filters)],
    user,
  )
  return [row!.bookings, row!.cancelled, row!.total, row!.balance].map(String)
}
const version = async (booking: string) => Number((await shop.booking(booking)).version)

let product: string
let customer: string
let pending: Awaited<ReturnType<typeof shop.book>>
let delivered: typeof pending
let cancelled: typeof pending

beforeAll(async () => {
  product = await shop.product('10.00', 50)
  customer = await shop.customer('1000.00')
  pending = await shop.book(customer, [[product, 3, '10.00']], '2026-02-03')
  delivered = await shop.book(customer, [[product, 5, '10.00']], '2026-02-04')
  cancelled = await shop.book(customer, [[product, 7, '10.00']], '2026-02-05')
  await shop.validate(delivered.id, delivered.version)
  await shop.invoice(delivered.id, await version(delivered.id), 'Inv-View 7', '2026-02-10')
  await shop.deliver(delivered.id, await version(delivered.id), null, null)
  await shop.rpc('cancel_booking', {
    p_booking: cancelled.id,
    p_version: cancelled.version,
    p_reason: 'Entered twice',
  })
})

describe('booking_totals', () => {
  it('counts everything found, sums what is not cancelled and what is owed', async () => {
    expect(await totals({})).toEqual(['3', '1', '80.00', '50.00'])
    expect(await totals({ stage: 'pending' })).toEqual(['1', '0', '30.00', '0.00'])
    expect(await totals({ search: 'INV-view' })).toEqual(['1', '0', '50.00', '50.00'])
    expect(await totals({ search: cancelled.so_no.toLowerCase() })).toEqual([
      '1',
      '1',
      '0.00',
      '0.00',
    ])
    expect(await totals({ search: 'nobody', search_agents: [fixture.role.Agent] })).toEqual(
      await totals({ agent: fixture.role.Agent }),
    )
    expect(await totals({ added_from: '2026-02-04', added_to: '2026-02-04' })).toEqual([
      '1',
      '0',
      '50.00',
      '50.00',
    ])
    expect((await totals({ delivered_from: '2026-01-01' }))[0]).toBe('1')
    expect((await totals({ delivered_to: '2026-01-01' }))[0]).toBe('0')
  })

  it('sums all bookings of the project by their indexes as it sums those of a filter', async () => {
    const all = { added_from: '1900-01-01' }
    for (const user of [undefined, fixture.role.Agent, fixture.role.warehouse, fixture.staffB])
      expect(await totals({ search: null, search_agents: [] }, user)).toEqual(
        await totals(all, user),
      )
    for (const user of [fixture.role.Agent, fixture.role.warehouse, fixture.staffB])
      await expect(
        fixture.db.as(user, 'select * from private.totals_of_all($1::uuid)', [fixture.a]),
      ).rejects.toMatchObject({ code: '42501' })
  })

  it('takes what is typed as text, never as SQL', async () => {
    expect((await totals({ search: "' or true --" }))[0]).toBe('0')
    expect((await totals({ stage: "pending' or '1'='1" }))[0]).toBe('0')
  })

  it('is about what the caller may read', async () => {
    expect((await totals({}, fixture.staffB))[0]).toBe('0')
    expect((await totals({}, fixture.role.warehouse))[0]).toBe('1')
    expect((await totals({}, fixture.role.Agent))[0]).toBe('3')
    expect((await totals({}, await fixture.addAgent('a')))[0]).toBe('0')
  })
})

describe('booking_list', () => {
  const list = (filters: object, user?: string) =>
    reads<{ id: string; so_no: string; sort_key: string }>(
      'booking_list',
      '$2::text::jsonb',
      [JSON.stringify(filters)],
      user,
    )
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()

  it('finds by names and numbers what a look at each booking finds', async () => {
    const [named] = await fixture.db.sql<Record<string, string>>(
      `insert into public.bookings (project_id, so_no, customer_id, agent_id, customer_name, store_name, date_added)
       select project_id, 'QX 10/44', customer_id, agent_id, 'Peña & 100% Trading', 'Corner_Store 7', '2026-03-01'
       from public.bookings where id = $1 returning id`,
      [pending.id],
    )
    const plain = (text: string) =>
      text
        .normalize('NFD')
        .replaceAll(/\p{Mark}/gu, '')
        .toLowerCase()
    const searched = async (search: string) => {
      const rows = await fixture.db.sql<{ id: string; text: string }>(
        `select id, concat(so_no, ' ', invoice_no, ' ', customer_name, ' ', store_name) as text
         from public.bookings where project_id = $1`,
        [fixture.a],
      )
      return ids(rows.filter(({ text }) => plain(text).includes(plain(search.trim()))))
    }
    const texts = [
      'peña',
      'pena',
      'Pen\u0303A',
      ' trading  ',
      '100%',
      'corner_store 7',
      'r_Store',
      'trading corner',
      'qx 10/44',
      'qx',
      '0/44',
      '44 peña',
      '10/44 peña & 100%',
    ]
    texts.push(
      'inv-view',
      'view 7',
      'ew 7',
      '7',
      'nobody',
      '%',
      '_',
      delivered.so_no,
      `${delivered.so_no.slice(-3)} inv-view`,
      delivered.so_no.slice(3, -1),
    )
    for (const search of texts) {
      expect([search, ids(await list({ search }))]).toEqual([search, await searched(search)])
      expect((await totals({ search }))[0]).toBe(String((await searched(search)).length))
    }
    expect(ids(await list({ search: 'peña & 100% trading corner' }))).toEqual([named!.id])

    await fixture.db.sql(`update public.bookings set customer_name = 'Reyes' where id = $1`, [
      named!.id,
    ])
    expect(ids(await list({ search: 'reyes corner' }))).toEqual([named!.id])
    expect(await list({ search: 'peña & 100% trading corner' })).toEqual([])
    expect(await list({ search: 'reyes corner', stage: 'delivered' })).toEqual([])
    const [agents] = [[fixture.role.Agent]]
    expect(ids(await list({ search: 'reyes corner', search_agents: agents }))).toEqual(
      ids(await list({ agent: fixture.role.Agent })),
    )
    expect(await list({ search: 'reyes corner' }, await fixture.addAgent('a'))).toEqual([])
    await expect(list({}, fixture.staffB)).rejects.toMatchObject({ code: '42501' })
    await fixture.db.sql('delete from public.bookings where id = $1', [named!.id])
  })
})

describe('validation_checks', () => {
  it('says what exceeds the credit line, and what is short', async () => {
    const big = await shop.book(customer, [[product, 100, '10.00']])
    const rows = await reads<Record<string, unknown>>('validation_checks', '$2::text::uuid[]', [
      `{${big.id},${pending.id},${delivered.id}}`,
    ])
    const found = new Map(rows.map((row) => [row.booking_id, row]))
    expect(found.size).toBe(2)
    expect(Number(found.get(pending.id)!.credit_left)).toBe(950)
    expect(found.get(pending.id)).toMatchObject({ over_by: null, short: [] })
    expect(Number(found.get(big.id)!.over_by)).toBe(50)
    expect(found.get(big.id)!.short).toHaveLength(1)
  })
})

describe('booking_trail', () => {
  type Row = {
    changed_by: string
    changes: Record<string, [unknown, unknown]>
    goods: Record<string, unknown>[]
  }
  const trail = (booking: string, user?: string) =>
    reads<Row>('booking_trail', '$2::uuid', [booking], user)

  it('has one row per action, in order, with its user', async () => {
    const rows = await trail(delivered.id)
    expect(rows.map((row) => row.changed_by)).toEqual(
      Array(4).fill(fixture.role['special access 1']),
    )
    expect(rows[0]!.changes.approval_status).toEqual([null, 'pending'])
    expect(rows[0]!.changes.total).toEqual([null, 50])
    expect(rows[1]!.changes.approval_status).toEqual(['pending', 'approved'])
    expect(rows[2]!.changes.invoice_no).toEqual([null, 'Inv-View 7'])
    expect(rows[3]!.goods).toMatchObject([{ delivered: 5, released: 0, removed: 0 }])
  })

  it('has the day of each delivery of a part', async () => {
    const booking = await shop.book(customer, [[product, 4, '10.00']], '2026-02-03')
    const validated = await shop.validate(booking.id, booking.version)
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid',
      [booking.id],
    )
    const part = (version: number, quantity: number, day: string) =>
      shop.deliver(
        booking.id,
        version,
        { lines: [{ line_id: line!.id, quantity }], remainder: 'keep' },
        day,
      )
    const first = await part(validated.version, 1, '2026-02-05')
    await part(first.version, 3, '2026-02-09')
    const rows = await trail(booking.id)
    expect(
      rows.slice(2).map(({ goods, changes }) => [goods, changes.date_delivered]),
    ).toMatchObject([
      [[{ delivered: 1, delivered_on: '2026-02-05' }], undefined],
      [[{ delivered: 3, delivered_on: '2026-02-09' }], [null, '2026-02-09']],
    ])
  })

  it('keeps the lines that an edit took away, also when the total is the same', async () => {
    const booking = await shop.book(customer, [[product, 4, '10.00']])
    await shop.rpc('update_booking', {
      p_booking: booking.id,
      p_version: booking.version,
      p_details: { lines: [{ product_id: product, quantity: 8, agent_srp: '5.00' }] },
    })
    const rows = await trail(booking.id)
    expect(rows).toHaveLength(2)
    expect(rows[1]!.goods).toMatchObject([{ removed: 4, agent_srp: '10.00' }])
  })

  it('is for who may read the booking', async () => {
    await expect(trail(delivered.id, fixture.staffB)).rejects.toMatchObject({ code: '42501' })
    await expect(trail(pending.id, fixture.role.warehouse)).rejects.toMatchObject({ code: 'P0002' })
    await expect(trail(pending.id, await fixture.addAgent('a'))).rejects.toMatchObject({
      code: 'P0002',
    })
    expect(await trail(pending.id, fixture.role.Agent)).toHaveLength(1)
  })
})

describe('archive_preview', () => {
  const preview = (so_nos: string[], status = 'archived') =>
    reads<Record<string, unknown>>(
      'archive_preview',
      '$2::text::jsonb, $3',
      [JSON.stringify({ so_nos }), status],
      fixture.role.Owner,
    )

  it('tells what archiving would do, and why not, in the order asked', async () => {
    const rows = await preview([delivered.so_no.toLowerCase(), pending.so_no, 'SO-999999'])
    expect(rows.map(({ so_no, obstacle, done }) => [so_no, obstacle, done])).toEqual([
      [delivered.so_no, null, false],
      [pending.so_no, 'It is pending: only a validated booking can be archived.', false],
      ['SO-999999', 'There is no such booking.', false],
    ])
    expect(Number(rows[0]!.balance)).toBe(50)
    expect(Number(rows[0]!.to_issue)).toBe(0)
  })

  it('agrees with archiving, which it changes nothing of', async () => {
    const open = await shop.book(customer, [[product, 2, '10.00']])
    await shop.validate(open.id, open.version)
    const [row] = await preview([open.so_no])
    expect([Number(row!.balance), Number(row!.to_issue)]).toEqual([20, 2])
    const done = await shop.rpc(
      'archive_bookings',
      { p_so_nos: { so_nos: [open.so_no] }, p_status: 'closed' },
      fixture.role.Owner,
    )
    expect(done).toEqual({ archived: 1, collected: '20.00' })
    expect(await preview([open.so_no], 'closed')).toMatchObject([{ done: true, obstacle: null }])
    expect((await preview([open.so_no]))[0]!.obstacle).toMatch(/^It is archived/)
  })
})

describe('the bookings that a change touches', () => {
  const lists = priceLists(fixture, shop)
  const found = async (filters: object, user?: string) => Number((await totals(filters, user))[0])
  const goods = () => shop.product('10.00', 500)
  const book = (of: string, ...products: string[]) =>
    shop.book(
      of,
      products.map((each) => [each, 5, '10.00'] as [string, number, string]),
    )

  it('are the pending ones with products of a price list, of customers who buy by it', async () => {
    await listCategories(fixture, ['Snacks'])
    const [listed, snack, other] = [await goods(), await goods(), await goods()]
    await fixture.db.sql(`update public.products set category1 = 'Snacks' where id = $1::uuid`, [
      snack,
    ])
    const list = await lists.set(await lists.list(), [
      { product_id: listed, price: '9.00' },
      { category: 'Snacks', percent: '-5' },
    ])
    const of = { stage: 'pending', price_list: list.id }
    const group = await lists.group(list.id)
    const mine = await lists.customer(null, list.id)
    const first = await book(mine, listed, other)
    await book(await lists.customer(group.id), snack, listed)
    // Another product, an inactive group, and customers without a list.
    await book(mine, other)
    await book(
      await lists.customer((await lists.group(list.id, { status: 'inactive' })).id),
      listed,
    )
    await book(await lists.customer(null), snack)
    expect(await found(of)).toBe(2)
    expect(await found({ stage: 'pending', customer_group: group.id })).toBe(1)
    await lists.set(list, [{ product_id: other, price: '8.00' }])
    expect(await found(of)).toBe(3)
    expect(await found(of, fixture.role['invoice admin'])).toBe(3)
    // An agent reads no price list, another company nothing.
    for (const user of [fixture.role.Agent, fixture.staffB]) expect(await found(of, user)).toBe(0)
    await shop.validate(first.id, first.version)
    expect(await found(of)).toBe(2)
    const { version: now } = await lists.versionOf(list.id)
    await shop.rpc(
      'save_price_list',
      {
        ...{ p_list: list.id, p_version: now },
        p_details: { name: 'For all', is_default: true },
      },
      lists.seller(),
    )
    expect(await found(of)).toBe(4)
  })

  it('are the pending ones that were saved before a purchase changed a live price', async () => {
    const [dearer, same] = [await goods(), await goods()]
    const before = await book(customer, dearer, same)
    await book(customer, same)
    const buy = (lines: object[]) =>
      shop.rpc('create_purchase', {
        p_purchase: {
          ...{ po_no: `SRP-${lines.length}`, supplier: 'Supplier' },
          lines: lines.map((line) => ({ quantity: 1, cost: '7.00', ...line })),
        },
      })
    const moved = await buy([
      { product_id: dearer, prod_srp: '12.00' },
      { product_id: same, prod_srp: '10.00' },
    ])
    const costOnly = await buy([{ product_id: dearer, cost: '8.00' }])
    await book(customer, dearer)
    const of = { stage: 'pending', purchase: moved.id }
    expect(await found(of)).toBe(1)
    expect(await found({ ...of, purchase: costOnly.id })).toBe(0)
    expect(await found(of, fixture.staffB)).toBe(0)
    await shop.rpc('update_booking', {
      ...{ p_booking: before.id, p_version: before.version },
      p_details: { lines: [{ product_id: dearer, quantity: 5, agent_srp: '12.00' }] },
    })
    expect(await found(of)).toBe(0)
  })

  it('are counted for the administrator too, who reads none of them', async () => {
    const pending = await found({ stage: 'pending' })
    expect(pending).toBeGreaterThan(5)
    for (const user of [fixture.admin, fixture.role.Owner]) {
      const [row] = await fixture.db.as<{ count: number }>(
        user,
        `select (public.project_details($1::uuid) -> 'pending_bookings')::int as count`,
        [fixture.a],
      )
      expect(row!.count).toBe(pending)
    }
    expect(await found({ stage: 'pending' }, fixture.admin)).toBe(0)
  })
})
