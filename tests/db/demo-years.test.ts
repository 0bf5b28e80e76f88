import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { playMorning, prepareCompanies } from '../../scripts/demo/years/load.ts'
import { loadRows } from '../../scripts/demo/years/rows.ts'
import { inPostgres, withPostgresOf } from '../../scripts/move/sides.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { openTestBackend, type TestBackend } from '../support/test-backend.ts'

/** The two years of the demo, loaded on a PostgreSQL as `npm run demo` does. */
const postgres = inject('postgres') !== null
const day = today('Asia/Manila')
let stage: TestBackend

const load = (people: ReadonlyMap<string, string>) =>
  withPostgresOf(stage.url!, (side) => inPostgres(side, (within) => loadRows(within, people, day)))

describe.runIf(postgres)('the years of the demo', () => {
  let people: ReadonlyMap<string, string>
  beforeAll(async () => {
    stage = (await openTestBackend('postgres'))!
    people = await prepareCompanies(stage.backend)
    await load(people)
    // A second call finds the bookings and leaves them.
    await load(people)
    await playMorning(stage.backend, people, day)
  }, 300_000)
  afterAll(() => stage?.drop())

  it('have a morning for the app of the field', async () => {
    const as = (login: string) =>
      signInAs(stage.backend, { email: `${login}@demo.test`, password: DEMO_PASSWORD })
    const agent = await as('agent')
    const stops = rows(await agent.from('routes').select('weekday').is('until_date', null))
    expect(new Set(stops.map(({ weekday }) => weekday)).size).toBe(7)
    const next = (db: typeof agent) => db.rpc('next_cr_no', { p_project: DEMO_ID })
    expect((await next(agent)).data).toBe('CR-70001')

    const collector = await as('collector')
    expect((await next(collector)).data).toBe('CR-70051')
    const owed = rows(
      await collector.from('bookings').select('id').gt('balance', 0).lt('date_due', day).limit(5),
    )
    expect(owed).toHaveLength(5)

    // Both are within what the manager may approve: one is over a credit limit, one below a price floor.
    const manager = await as('manager')
    const waiting = rows(await manager.rpc('field_approvals', { p_project: DEMO_ID }))
    const own = waiting.filter(({ remarks }) => /branch|across/.test(remarks ?? ''))
    expect(own.map(({ below }) => (below as object[]).length).sort()).toEqual([0, 1])
    for (const { id, version } of own) {
      const { error } = await manager.rpc('validate_booking', {
        ...{ p_project: DEMO_ID, p_idempotency_key: randomUUID(), p_booking: id },
        ...{ p_version: version, p_override_reason: 'Pays on Friday' },
      })
      expect(error).toBeNull()
    }
  })

  it('lack a TIN or an address of three small stores on their papers, and nothing else', async () => {
    const finance = await signInAs(stage.backend, {
      email: 'finance-admin@demo.test',
      password: DEMO_PASSWORD,
    })
    const found = rows(
      await finance.rpc('tax_readiness', {
        p_project: DEMO_ID,
        p_filters: { from: addDays(day, -92), to: day, counted: true },
      }),
    )
    const times = new Map(found.map(({ kind, found }) => [kind, found]))
    expect(times.get('customer_tin')).toBe(2)
    expect(times.get('customer_address')).toBe(1)
    expect(
      [...times.keys()].filter(
        (kind) => !/^(customer|invoice_item|receipt_item|memo_item)/.test(kind),
      ),
    ).toEqual([])
    expect(found.reduce((sum, { found }) => sum + found, 0)).toBeLessThan(100)
  })

  it('have invoice numbers of six digits, and leave open how further ones are typed', async () => {
    await stage.inspect(async (sql) => {
      const [numbers] = await sql<{ digits: string | null; short: number }>(
        `select (select settings ->> 'serial_digits' from public.projects where id = $1) as digits,
           count(*) filter (where invoice_no !~ '[0-9]{6}$')::int as short
         from public.bookings where project_id = $1 and invoice_no is not null and not is_opening`,
        [DEMO_ID],
      )
      expect(numbers).toEqual({ digits: null, short: 0 })
    })
  })

  it('end with yesterday, keep every check of the books, and seal their months', async () => {
    await stage.inspect(async (sql) => {
      const faults = await sql(
        'select * from private.book_check_violations(array(select id from public.projects))',
      )
      expect(faults).toEqual([])
      const [days] = await sql<{ last: string; entered: number; later: number }>(
        `select max(date_added) filter (where date_added < $2::text::date)::text as last,
           count(*) filter (where (created_at at time zone 'Asia/Manila')::date = date_added)::int as entered,
           count(*) filter (where (created_at at time zone 'Asia/Manila')::date <> date_added)::int as later
         from public.bookings where project_id = $1`,
        [DEMO_ID, day],
      )
      expect(days).toMatchObject({ last: addDays(day, -1), later: 0 })
      expect(days!.entered).toBeGreaterThan(5_000)
      const [sealed] = await sql<{ months: number; wrong: number }>(
        `select count(*)::int as months,
           (select count(*)::int from private.months_to_seal($1)) as wrong
         from private.sealed_months where project_id = $1`,
        [DEMO_ID],
      )
      expect(sealed!.months).toBeGreaterThan(20)
      expect(sealed!.wrong).toBe(0)
    })
  })

  it('have a file of each invoice and memo as it was issued, of the day on which it counts', async () => {
    await stage.inspect(async (sql) => {
      const [files] = await sql<{
        invoices: number
        memos: number
        lacking: number
        wrong: number
      }>(
        `select count(*) filter (where f.kind = 'invoice')::int as invoices, count(*) filter (where f.kind = 'memo')::int as memos,
           count(*) filter (where f.content is null)::int as lacking,
           count(*) filter (where f.sha256 <> encode(sha256(convert_to(f.content, 'UTF8')), 'hex')
             or f.content::jsonb ->> 'date' <> f.on_date::text or f.content::jsonb ->> 'number' <> f.no
             or f.content::jsonb ->> 'made' <> 'at_issue')::int as wrong
         from (
           select 'invoice' as kind, b.date_invoiced as on_date, b.invoice_no as no, e.content, e.sha256
           from public.bookings b left join public.e_invoices e on e.project_id = b.project_id and e.booking_id = b.id
           where b.project_id = $1 and b.invoice_no is not null and not b.is_opening
           union all
           select 'memo', m.on_date, m.memo_no, e.content, e.sha256
           from public.memos m left join public.e_memos e on e.project_id = m.project_id and e.memo_id = m.id
           where m.project_id = $1 and m.approved_at is not null) f`,
        [DEMO_ID],
      )
      expect(files).toMatchObject({ lacking: 0, wrong: 0 })
      expect(files!.invoices).toBeGreaterThan(5_000)
      expect(files!.memos).toBeGreaterThan(100)
    })
  })

  it('tell one moment of an act, claim the VAT of goods once, and pay nothing from petty cash', async () => {
    await stage.inspect(async (sql) => {
      const [acts] = await sql<{ validated: number; apart: number }>(
        `select count(*)::int as validated, count(*) filter (where a.created_at <> b.validated_at)::int as apart
         from public.bookings b join public.audit_log a on a.project_id = b.project_id and a.table_name = 'bookings'
           and a.row_id = b.id and a.action = 'update' and a.after ? 'validated_at'
         where b.project_id = $1 and b.date_added < $2::text::date`,
        [DEMO_ID, day],
      )
      expect(acts!.apart).toBe(0)
      expect(acts!.validated).toBeGreaterThan(5_000)
      const paid = await sql<{ payee: string }>(
        `select v.pay_to as payee from public.vouchers v
         join public.voucher_lines l on l.project_id = v.project_id and l.voucher_id = v.id
         join public.suppliers s on s.project_id = v.project_id and s.name = v.pay_to
         where v.project_id = $1 and (l.vat_class is not null or l.cost_center_id is not null)`,
        [DEMO_ID],
      )
      expect(paid).toEqual([])
      const [vat] = await sql<{ output: string; input: string; petty: number }>(
        `select sum(-amount) filter (where account = 'output_vat') as output, sum(amount) filter (where account = 'input_vat') as input,
           count(*) filter (where account = 'petty_cash')::int as petty
         from private.double_entries($1, null, null)`,
        [DEMO_ID],
      )
      expect(Number(vat!.output)).toBeGreaterThan(Number(vat!.input))
      expect(vat!.petty).toBe(0)
    })
  })
})
