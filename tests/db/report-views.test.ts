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

const whole = async (report: string, filters: object, user = world.role.Owner) =>
  (
    await world.db.as<{ rows: Record<string, unknown>[] }>(
      user,
      'select public.rows_of_report($1::uuid, $2, $3::text::jsonb) as rows',
      [world.a, report, JSON.stringify(filters)],
    )
  )[0]!.rows

describe('rows_of_report', () => {
  it('answers what the report answers, in its order, with its filters, empty columns left out', async () => {
    for (const filters of [
      { level: 'grouped' },
      { level: 'document', limit: 2 },
      { level: 'total' },
    ]) {
      const rows = await world.db.as<{ row: Record<string, unknown> }>(
        world.role.Owner,
        'select to_jsonb(r) as row from public.report_ar($1::uuid, $2::text::jsonb) r',
        [world.a, JSON.stringify(filters)],
      )
      const plain = rows.map(({ row }) =>
        Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
      )
      expect(plain.length).toBeGreaterThan(0)
      expect(await whole('report_ar', filters)).toEqual(plain)
    }
    expect(await whole('report_ar', { level: 'document', as_of: '2000-01-01' })).toEqual([])
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
  const save = async (user: string, view: object, op = randomUUID()) =>
    (
      await world.db.as<{ answer: { id: string } }>(
        user,
        'select public.save_report_view($1::uuid, $2::uuid, $3::text::jsonb) as answer',
        [
          world.a,
          op,
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
    const op = randomUUID()
    const mine = await save(world.role.Owner, {}, op)
    expect(await save(world.role.Owner, {}, op)).toBe(mine)
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
