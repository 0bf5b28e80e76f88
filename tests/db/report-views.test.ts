import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { FIGURED } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)

beforeAll(async () => {
  const product = await t.product('10.00', 100)
  for (const quantity of [1, 2, 3]) {
    const booking = await t.book(await t.customer(), [[product, quantity, '10.00']])
    await t.validate(booking.id, booking.version)
    await t.invoice(booking.id, booking.version + 1, `INV-${quantity}`)
  }
})

/** Rows and columns of what `rows_of_report` answers, the names of the columns first. */
const whole = async (report: string, filters: object, user = fixture.role.Owner) =>
  (
    await fixture.db.as<{ rows: string }>(
      user,
      'select public.rows_of_report($1::uuid, $2, $3::text::jsonb) as rows',
      [fixture.a, report, JSON.stringify(filters)],
    )
  )[0]!.rows
    .split('\u009e')
    .map((row) => row.split('\u009f'))

describe('rows_of_report', () => {
  it('answers what the report answers but the ids, in its order, with its filters', async () => {
    for (const filters of [
      { level: 'grouped' },
      { level: 'document', limit: 2 },
      { level: 'total' },
    ]) {
      const rows = await fixture.db.as<{ row: Record<string, string | null> }>(
        fixture.role.Owner,
        `select (select jsonb_object_agg(e.key, e.value) from jsonb_each_text(${FIGURED}) e) as row
         from public.report_ar($1::uuid, $2::text::jsonb) t`,
        [fixture.a, JSON.stringify(filters)],
      )
      const [names, ...lines] = await whole('report_ar', filters)
      expect(rows.length).toBeGreaterThan(0)
      const shown = Object.keys(rows[0]!.row).filter((name) => !name.endsWith('_id'))
      expect(names!.toSorted()).toEqual(shown.toSorted())
      expect(lines).toEqual(rows.map(({ row }) => names!.map((name) => row[name] ?? '')))
    }
    expect(await whole('report_ar', { level: 'document', as_of: '2000-01-01' })).toHaveLength(1)
  })

  it('keeps to its columns whatever is typed', async () => {
    const [name, store] = ['Two\u009fcolumns\u009etwo rows', 'Store']
    const agent_id = fixture.role.Agent
    const p_customer = { store_name: store, agent_id, credit_line: null, terms_days: '30' }
    const request = (typed: string) =>
      t.rpc('request_customer', { p_customer: { ...p_customer, name: typed } })
    await expect(request(name!)).rejects.toMatchObject({ code: '22023', detail: 'name' })
    const customer = await request('Two columns')
    const product = await t.product('10.00', 100)
    const booking = await t.book(customer.id!, [[product, 1, '10.00']])
    await t.validate(booking.id, booking.version)
    await t.invoice(booking.id, booking.version + 1, 'INV-4')
    // A row may be older than the check that refuses such a name.
    await fixture.db.sql('alter table public.customers drop constraint customers_name_bounded')
    await fixture.db.sql('update public.customers set name = $1 where id = $2::uuid', [
      name,
      customer.id,
    ])
    const [names, ...lines] = await whole('report_ar', { level: 'customer' })
    const at = names!.indexOf('customer_name')
    const line = lines.find((values) => values[at] === 'Twocolumnstwo rows')
    expect(line?.[names!.indexOf('store_name')]).toBe(store)
    expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([names!.length]))
  })

  it('makes columns of the figures of a report', async () => {
    await fixture.db.sql(`create function public.report_sample(p_project uuid, p_filters jsonb default '{}')
      returns table (level text, row_key text, customer_id uuid, figures jsonb) language sql as $$
        select 'line', n::text, p_project, jsonb_build_object('net', n * 1.50, 'on', date '2026-11-28', 'name', p_filters ->> 'name', 'none', null,
          'by', jsonb_build_object('cash', n))
        from generate_series(1, 2) n where p_filters ->> 'empty' is null $$`)
    await fixture.db.sql('grant execute on function public.report_sample to authenticated')
    const lines = (name: string) => [
      ['level', 'row_key', 'by', 'on', 'net', 'name', 'none'],
      ['line', '1', '{"cash": 1}', '2026-11-28', '1.50', name, ''],
      ['line', '2', '{"cash": 2}', '2026-11-28', '3.00', name, ''],
    ]
    expect(await whole('report_sample', { name: 'Ana' })).toEqual(lines('Ana'))
    expect(await whole('report_sample', { name: 'A\u009fn\u009ea' })).toEqual(lines('Ana'))
    expect(await whole('report_sample', { empty: true })).toEqual([['level', 'row_key']])
    await fixture.db.sql('drop function public.report_sample(uuid, jsonb)')
  })

  it('runs reports alone, with the permission of the report', async () => {
    for (const name of ['report_nothing', 'customer_list', 'report_ar(null)', ''])
      await expect(whole(name, {})).rejects.toMatchObject({ code: '22023' })
    await expect(whole('report_ar', {}, fixture.role.warehouse)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(whole('report_ar', {}, fixture.staffB)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('filters kept under a name', () => {
  const save = async (user: string, view: object, idempotencyKey = randomUUID()) =>
    (
      await fixture.db.as<{ answer: { id: string } }>(
        user,
        'select public.save_report_view($1::uuid, $2::uuid, $3::text::jsonb) as answer',
        [
          fixture.a,
          idempotencyKey,
          JSON.stringify({ report: 'ar', name: 'Late', search: 'overdue_only=1', ...view }),
        ],
      )
    )[0]!.answer.id
  const remove = (user: string, id: string) =>
    fixture.db.as(user, 'select public.remove_report_view($1::uuid, $2::uuid, $3::uuid)', [
      fixture.a,
      randomUUID(),
      id,
    ])
  const seen = async (user: string) =>
    (
      await fixture.db.as<{ line: string }>(
        user,
        `select concat_ws(' ', report, name, search, shared) as line from public.report_views order by 1`,
      )
    ).map(({ line }) => line)

  it('has the columns of a person once for each list, beside views, for nobody else', async () => {
    const columns = async (user: string) =>
      (
        await fixture.db.as<{ line: string }>(
          user,
          `select concat_ws(' ', report, name, search, shared) as line from public.report_views
           where is_default order by 1`,
        )
      ).map(({ line }) => line)
    const { Owner } = fixture.role
    const view = { report: 'purchase', name: 'Columns', search: 'sort=po' }
    const saved = await save(Owner, view)
    await save(Owner, { ...view, search: 'columns=po.total', is_default: true, shared: true })
    await save(Owner, { ...view, name: 'Else', search: 'columns=po.-total', is_default: true })
    await save(Owner, { report: 'ar', search: 'columns=customer', is_default: true })
    expect(await columns(Owner)).toEqual([
      'ar Columns columns=customer f',
      'purchase Columns columns=po.-total f',
    ])
    expect(await columns(fixture.role['General Manager'])).toEqual([])
    expect(await seen(Owner)).toContain('purchase Columns sort=po f')
    for (const { id } of await fixture.db.as<{ id: string }>(
      Owner,
      'select id from public.report_views where is_default',
    ))
      await remove(Owner, id)
    await remove(Owner, saved)
  })

  it("are one's own, or shown to everyone who may run the report", async () => {
    const idempotencyKey = randomUUID()
    const mine = await save(fixture.role.Owner, {}, idempotencyKey)
    expect(await save(fixture.role.Owner, {}, idempotencyKey)).toBe(mine)
    await save(fixture.role.Owner, { name: 'All', search: '', shared: true })
    await save(fixture.role.Owner, { report: 'purchase', name: 'Buys', shared: true })
    expect(await seen(fixture.role.Owner)).toEqual([
      'ar All  t',
      'ar Late overdue_only=1 f',
      'purchase Buys overdue_only=1 t',
    ])
    // The ASE runs the receivables, not the purchases; the warehouse neither.
    expect(await seen(fixture.role.ASE)).toEqual(['ar All  t'])
    expect(await seen(fixture.role.warehouse)).toEqual([])
    expect(await seen(fixture.staffB)).toEqual([])
  })

  it("are kept again under the same name, each person's own", async () => {
    const first = await save(fixture.role.Owner, { name: 'twice' })
    expect(await save(fixture.role.Owner, { name: 'TWICE', search: 'sort=age' })).toBe(first)
    const other = await save(fixture.role['finance admin'], { name: 'Twice' })
    expect(other).not.toBe(first)
    expect((await seen(fixture.role.Owner)).filter((line) => /twice/i.test(line))).toEqual([
      'ar TWICE sort=age f',
    ])
  })

  it('are taken away by who made them', async () => {
    const id = await save(fixture.role.Owner, { name: 'Gone', shared: true })
    await expect(remove(fixture.role['finance admin'], id)).rejects.toMatchObject({ code: 'P0002' })
    await remove(fixture.role.Owner, id)
    expect((await seen(fixture.role.Owner)).some((line) => line.includes('Gone'))).toBe(false)
  })

  it('are of lists too, for those who see rows of them', async () => {
    const view = { report: 'bookings', search: 'sort=-total' }
    await save(fixture.role.Agent, { ...view, name: 'Own' })
    await save(fixture.role.Owner, { ...view, name: 'Largest', shared: true })
    const ofList = async (user: string) =>
      (await seen(user)).filter((line) => line.startsWith('bookings'))
    expect(await ofList(fixture.role.Agent)).toEqual([
      'bookings Largest sort=-total t',
      'bookings Own sort=-total f',
    ])
    expect(await ofList(fixture.role.Owner)).toEqual(['bookings Largest sort=-total t'])
    expect(await ofList(fixture.staffB)).toEqual([])
    // The warehouse sees bookings of its work, and no vouchers.
    expect(await ofList(fixture.role.warehouse)).toHaveLength(1)
    await expect(save(fixture.role.warehouse, { report: 'vouchers' })).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('are refused for a report that one may not run or that is none, and without a name', async () => {
    for (const [user, report] of [
      [fixture.role.warehouse, 'ar'],
      [fixture.role.Owner, 'nothing'],
      [fixture.staffB, 'ar'],
    ] as const)
      await expect(save(user, { report })).rejects.toMatchObject({ code: '42501' })
    await expect(save(fixture.role.Owner, { name: ' ' })).rejects.toMatchObject({ code: '22023' })
  })
})
