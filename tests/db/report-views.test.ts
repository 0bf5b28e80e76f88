import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { trade } from '../support/trade.ts'
import { testWorld } from '../support/world.ts'

const world = testWorld()
const t = trade(world)

beforeAll(async () => {
  const product = await t.product('10.00', 100)
  for (const quantity of [1, 2, 3]) {
    const booking = await t.book(await t.customer(), [[product, quantity, '10.00']])
    await t.validate(booking.id, booking.version)
    await t.invoice(booking.id, booking.version + 1, `INV-${quantity}`)
  }
})

/** Rows and columns of what `rows_of_report` answers, the names of the columns first. */
const whole = async (report: string, filters: object, user = world.role.Owner) =>
  (
    await world.db.as<{ rows: string }>(
      user,
      'select public.rows_of_report($1::uuid, $2, $3::text::jsonb) as rows',
      [world.a, report, JSON.stringify(filters)],
    )
  )[0]!.rows
    .split('\u009e')
    .map((row) => row.split('\u009f'))

describe('rows_of_report', () => {
  it('answers what the report answers, in its order, with its filters', async () => {
    for (const filters of [
      { level: 'grouped' },
      { level: 'document', limit: 2 },
      { level: 'total' },
    ]) {
      const rows = await world.db.as<{ row: Record<string, string | null> }>(
        world.role.Owner,
        `select (select jsonb_object_agg(e.key, e.value) from jsonb_each_text(to_jsonb(r)) e) as row
         from public.report_ar($1::uuid, $2::text::jsonb) r`,
        [world.a, JSON.stringify(filters)],
      )
      const [names, ...lines] = await whole('report_ar', filters)
      expect(rows.length).toBeGreaterThan(0)
      expect(names!.toSorted()).toEqual(Object.keys(rows[0]!.row).toSorted())
      expect(lines).toEqual(rows.map(({ row }) => names!.map((name) => row[name] ?? '')))
    }
    expect(await whole('report_ar', { level: 'document', as_of: '2000-01-01' })).toHaveLength(1)
  })

  it('keeps to its columns whatever somebody typed', async () => {
    const [name, store] = ['Two\u009fcolumns\u009etwo rows', 'Store']
    const agent_id = world.role.Agent
    const p_customer = { name, store_name: store, agent_id, credit_line: null, terms_days: '30' }
    const customer = await t.rpc('request_customer', { p_customer })
    const product = await t.product('10.00', 100)
    const booking = await t.book(customer.id!, [[product, 1, '10.00']])
    await t.validate(booking.id, booking.version)
    await t.invoice(booking.id, booking.version + 1, 'INV-4')
    const [names, ...lines] = await whole('report_ar', { level: 'customer' })
    const at = names!.indexOf('customer_name')
    const line = lines.find((values) => values[at] === 'Twocolumnstwo rows')
    expect(line?.[at + 1]).toBe(store)
    expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([names!.length]))
  })

  it('runs reports alone, with the permission of the report', async () => {
    for (const name of ['report_nothing', 'customer_list', 'report_ar(null)', ''])
      await expect(whole(name, {})).rejects.toMatchObject({ code: '22023' })
    await expect(whole('report_ar', {}, world.role.warehouse)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(whole('report_ar', {}, world.staffB)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('filters kept under a name', () => {
  const save = async (user: string, view: object, idempotencyKey = randomUUID()) =>
    (
      await world.db.as<{ answer: { id: string } }>(
        user,
        'select public.save_report_view($1::uuid, $2::uuid, $3::text::jsonb) as answer',
        [
          world.a,
          idempotencyKey,
          JSON.stringify({ report: 'ar', name: 'Late', search: 'overdue_only=1', ...view }),
        ],
      )
    )[0]!.answer.id
  const remove = (user: string, id: string) =>
    world.db.as(user, 'select public.remove_report_view($1::uuid, $2::uuid, $3::uuid)', [
      world.a,
      randomUUID(),
      id,
    ])
  const seen = async (user: string) =>
    (
      await world.db.as<{ line: string }>(
        user,
        `select concat_ws(' ', report, name, search, shared) as line from public.report_views order by 1`,
      )
    ).map(({ line }) => line)

  it("are one's own, or shown to everyone who may run the report", async () => {
    const idempotencyKey = randomUUID()
    const mine = await save(world.role.Owner, {}, idempotencyKey)
    expect(await save(world.role.Owner, {}, idempotencyKey)).toBe(mine)
    await save(world.role.Owner, { name: 'All', search: '', shared: true })
    await save(world.role.Owner, { report: 'purchase', name: 'Buys', shared: true })
    expect(await seen(world.role.Owner)).toEqual([
      'ar All  t',
      'ar Late overdue_only=1 f',
      'purchase Buys overdue_only=1 t',
    ])
    // The finance admin runs the receivables, not the purchases; the warehouse neither.
    expect(await seen(world.role['finance admin'])).toEqual(['ar All  t'])
    expect(await seen(world.role.warehouse)).toEqual([])
    expect(await seen(world.staffB)).toEqual([])
  })

  it("are kept anew under the same name, each person's by themselves", async () => {
    const first = await save(world.role.Owner, { name: 'twice' })
    expect(await save(world.role.Owner, { name: 'TWICE', search: 'sort=age' })).toBe(first)
    const other = await save(world.role['finance admin'], { name: 'Twice' })
    expect(other).not.toBe(first)
    expect((await seen(world.role.Owner)).filter((line) => /twice/i.test(line))).toEqual([
      'ar TWICE sort=age f',
    ])
  })

  it('are taken away by who made them', async () => {
    const id = await save(world.role.Owner, { name: 'Gone', shared: true })
    await expect(remove(world.role['finance admin'], id)).rejects.toMatchObject({ code: 'P0002' })
    await remove(world.role.Owner, id)
    expect((await seen(world.role.Owner)).some((line) => line.includes('Gone'))).toBe(false)
  })

  it('are refused for a report that one may not run or that is none, and without a name', async () => {
    for (const [user, report] of [
      [world.role.warehouse, 'ar'],
      [world.role.Owner, 'nothing'],
      [world.staffB, 'ar'],
    ] as const)
      await expect(save(user, { report })).rejects.toMatchObject({ code: '42501' })
    await expect(save(world.role.Owner, { name: ' ' })).rejects.toMatchObject({ code: '22023' })
  })
})
