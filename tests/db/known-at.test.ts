import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { receivables } from '../support/receivables.ts'
import { FIGURED } from '../support/reports.ts'
import { trade } from '../support/trade.ts'
import { withoutTriggers } from '../support/without-triggers.ts'

const fixture = testFixture()
const shop = trade(fixture)
const books = receivables(fixture, shop)

interface Numbered {
  id: string
  print_no: string
  known_at: string
}

const print = (of: object = {}, user = fixture.role.Owner, project = fixture.a) =>
  fixture.db.rpc<Numbered>(user, 'print_report', {
    p_project: project,
    p_idempotency_key: fixture.newIdempotencyKey(),
    p_print: { report: 'ar', search: 'as_of=2026-01-31', described: 'As of 01/31/2026', ...of },
  })
const read = async (report: string, filters: object, user = fixture.role.Owner) =>
  fixture.db.as<Record<string, string | null>>(
    user,
    `select (jsonb_each_text(${FIGURED})).* from (select 1) one, lateral (
       select * from public.${report}($1::uuid, $2::text::jsonb) limit 1) t`,
    [fixture.a, JSON.stringify(filters)],
  )
/** The columns of the one row that a report has with these filters. */
const row = async (report: string, filters: object, user?: string) =>
  Object.fromEntries((await read(report, filters, user)).map(({ key, value }) => [key, value]))

let customer: string
let product: string
let sold: { id: string; version: number }
let paid: { id: string; version: number }
let printed: Numbered

/** 12 pieces at 10.00 are delivered and invoiced, 50.00 of them paid; then everything changes. */
beforeAll(async () => {
  product = await shop.product('10.00', 100)
  customer = await shop.customer('1000.00', 30)
  sold = await books.sell(customer, product, 12, { invoiced: -5, delivered: -5 })
  paid = await books.receive(customer, '50.00', -3, [[sold.id, '50.00']])
  printed = await print()

  await shop.cancelCollection(paid.id, paid.version)
  const [booking] = await fixture.db.sql<{ version: number }>(
    'select version from public.bookings where id = $1::uuid',
    [sold.id],
  )
  await shop.rpc('set_booking_dates', {
    ...{ p_booking: sold.id, p_version: booking!.version, p_reason: 'Typed wrong' },
    p_dates: { date_delivered: await books.day(-1) },
  })
  await fixture.db.sql(
    `update public.customers set name = 'Renamed store', credit_line = 900 where id = $1::uuid`,
    [customer],
  )
  await books.sell(customer, product, 30, { invoiced: -4, delivered: -4 })
})

describe('a report as known at the moment of its print', () => {
  const then = () => ({ known_at: printed.known_at })

  it('has the balances that it had: 120.00 less 50.00', async () => {
    const of = { customer_id: customer, level: 'total' }
    expect(await row('report_ar', { ...of, ...then() })).toMatchObject({
      ...{ total: '120.00', collected: '50.00', balance: '70.00', documents: '1' },
    })
    expect(await row('report_ar', of)).toMatchObject({ total: '420.00', balance: '420.00' })
  })

  it('has the names and credit lines that it had', async () => {
    const of = { customer_id: customer, level: 'customer' }
    const [was, is] = [await row('report_ar', { ...of, ...then() }), await row('report_ar', of)]
    expect(was.customer_name).not.toBe('Renamed store')
    // 1,000.00 less the 70.00 owed.
    expect(was).toMatchObject({ credit_line: '1000.00', credit_left: '930.00' })
    expect(is).toMatchObject({ customer_name: 'Renamed store', credit_line: '900.00' })
  })

  it('has the days and pieces that it had', async () => {
    const day = await books.day(-5)
    const of = { customer_id: customer, level: 'total', from: day, to: day }
    expect(await row('report_sales', { ...of, ...then() })).toMatchObject({
      pieces: '12',
      net: '120.00',
    })
    expect(await row('report_sales', of)).toMatchObject({ pieces: '0', net: '0.00' })
    const stock = { product_id: product, level: 'total' }
    expect(await row('report_inventory', { ...stock, ...then() })).toMatchObject({
      used: '12',
      ending: '88',
    })
    expect(await row('report_inventory', stock)).toMatchObject({ used: '42', ending: '58' })
  })

  it('has the statement that it had', async () => {
    const was = await books.statement(customer, then(), fixture.role.Owner)
    const is = await books.statement(customer, {}, fixture.role.Owner)
    expect(was).toMatchObject({ charges: '120.00', credits: '50.00', closing: '70.00' })
    expect(is).toMatchObject({ closing: '420.00' })
  })

  it('has the customer of its statement, as that of many has it', async () => {
    const head = async (of: object) =>
      (await books.statement(customer, of, fixture.role.Owner)).customer
    const [was] = await fixture.db.as<{ head: object }>(
      fixture.role.Owner,
      `select jsonb_build_object('id', s.customer_id, 'name', s.name, 'store_name', s.store_name, 'address', s.address,
         'tin_no', s.tin_no, 'terms_days', s.terms_days) as head
       from public.customer_statements($1::uuid, $2::text::jsonb) s`,
      [fixture.a, JSON.stringify({ ...then(), customers: [customer], heads: true })],
    )
    expect(await head(then())).toEqual(was!.head)
    expect(was!.head).not.toMatchObject({ name: 'Renamed store' })
    expect(await head({})).toEqual({ ...was!.head, name: 'Renamed store' })
  })

  it('hides costs from those who may not read them', async () => {
    const of = { product_id: product, level: 'product', ...then() }
    expect((await row('report_inventory', of)).cost).not.toBeNull()
    expect((await row('report_inventory', of, fixture.role.warehouse)).cost).toBeNull()
  })

  it('is refused to those who may not run it, and to other projects', async () => {
    const refused = { code: '42501' }
    await expect(read('report_ar', then(), fixture.role.warehouse)).rejects.toMatchObject(refused)
    await expect(read('report_ar', then(), fixture.staffB)).rejects.toMatchObject(refused)
  })

  it.each([
    '2999-01-01T00:00',
    'yesterday',
    '2026-02-30T10:00',
    '2026-01-01',
    '2026-01-01T10:00+99',
  ])('refuses the moment %s at its field', async (known_at) => {
    await expect(read('report_ar', { known_at })).rejects.toMatchObject({
      ...{ code: '22023', detail: 'known_at' },
    })
  })

  it('knows nothing before the company began', async () => {
    const of = { level: 'total', known_at: '2020-01-01T00:00' }
    expect(await row('report_ar', of)).toMatchObject({ balance: '0.00', documents: '0' })
  })

  it('has the settings of a new company where it is older than the company, as brought rows may be', async () => {
    const at = { known_at: '2020-01-01T00:00' }
    const settings = await fixture.db.rpc<object>(fixture.role.Owner, 'settings_as_of', {
      ...{ p_project: fixture.a, p_filters: at },
    })
    expect(settings).toEqual({ age_by: 'due', ageing_buckets: [30, 60, 90], stock_cost: 'default' })
    for (const user of [fixture.role.warehouse, fixture.staffB, fixture.stranger])
      expect(
        await fixture.db.rpc(user, 'settings_as_of', { p_project: fixture.a, p_filters: at }),
      ).toEqual({})
    const begun = `project_id = '${fixture.a}' and table_name = 'projects' and action = 'insert'`
    expect(await fixture.db.sql(`select from public.audit_log where ${begun}`)).toHaveLength(1)
    await withoutTriggers(fixture, 'public.audit_log', 'all', () =>
      fixture.db.sql(`update public.audit_log set created_at = now() where ${begun}`),
    )
    const was = await books.statement(customer, { known_at: printed.known_at }, fixture.role.Owner)
    expect(Object.keys(was.ageing).toSorted()).toEqual(
      ['1', '2', '3', '4', 'current'].map((name) => `bucket_${name}`),
    )
  })
})

describe('the schema of what was known', () => {
  it('lets nobody do more than the functions and tables that it copies', async () => {
    const wider = await fixture.db.sql<{ name: string }>(
      `select k.proname as name
       from pg_proc k
       left join pg_proc p on p.proname = k.proname
         and p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.pronargs = k.pronargs
       where k.pronamespace = 'known'::regnamespace
       group by k.oid, k.proname, k.prosecdef
       having count(p.oid) = 0 or not bool_or(p.prosecdef = k.prosecdef
         and has_function_privilege('authenticated', p.oid, 'execute') = has_function_privilege('authenticated', k.oid, 'execute'))
         or has_function_privilege('anon', k.oid, 'execute')
       union all
       select c.relname from pg_class c
       where c.relnamespace = 'known'::regnamespace and c.relkind = 'v'
         and (not 'security_invoker=true' = any (c.reloptions)
           or has_table_privilege('anon', c.oid, 'select')
           or (c.relname ~ '_whole$' and has_table_privilege('authenticated', c.oid, 'select')))`,
    )
    expect(wider).toEqual([])
  })

  it('answers nothing to API clients', async () => {
    const exposed = await fixture.db.sql<{ name: string }>(
      `select nspname as name from pg_namespace
       where nspname = 'known' and has_schema_privilege('anon', oid, 'usage')`,
    )
    expect(exposed).toEqual([])
  })
})

describe('a print', () => {
  it('has the next number of its project and keeps its filters', async () => {
    const next = await print()
    expect([printed.print_no, next.print_no]).toEqual(['RP-000001', 'RP-000002'])
    expect((await print({}, fixture.staffB, fixture.b)).print_no).toBe('RP-000001')
    const [kept] = await fixture.db.as<{ search: string }>(
      fixture.role.Owner,
      'select search from public.report_prints where id = $1::uuid',
      [printed.id],
    )
    expect(kept!.search).toBe('as_of=2026-01-31')
  })

  it('of a report as known at a past moment keeps that one', async () => {
    expect((await print({ known_at: printed.known_at })).known_at).toBe(printed.known_at)
  })

  it('is refused without the permission of the report', async () => {
    for (const report of ['ar', 'statement', 'nothing', 'profiles'])
      await expect(
        print(
          { report, customer_id: report === 'statement' ? customer : undefined },
          fixture.role.warehouse,
        ),
      ).rejects.toMatchObject({ code: '42501' })
  })

  it('of a statement names a customer of the project', async () => {
    expect(await print({ report: 'statement', customer_id: customer })).toHaveProperty('id')
    await expect(print({ report: 'statement' })).rejects.toMatchObject({ detail: 'customer_id' })
    const foreign = { report: 'statement', customer_id: fixture.newIdempotencyKey() }
    await expect(print(foreign)).rejects.toMatchObject({ code: 'P0002' })
  })
})
