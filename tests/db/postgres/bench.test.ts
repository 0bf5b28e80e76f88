import bcrypt from 'bcryptjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BenchCompany, openDirect, readCompany } from '../../../scripts/bench/database.ts'
import { loadDataSet, PASSWORD } from '../../../scripts/bench/load.ts'
import { openMigratedDatabase, type TestDatabase } from '../../support/database.ts'
import { HOT_QUERIES } from '../../support/hot-queries.ts'
import { planOf } from '../../support/plans.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await openMigratedDatabase()
  await loadDataSet(db.url!, { scale: 0.01 })
  return () => db.close()
}, 600_000)

describe('the data set of the benchmarks', () => {
  it('has books that are right, though no trigger saw its rows', { timeout: 240_000 }, async () => {
    const broken = await db.sql(
      'select * from private.book_check_violations(array(select id from public.projects)) limit 5',
    )
    expect(broken).toEqual([])
  })

  it('has what real books have: returns, allowances, second deliveries, corrected days, cancelled invoices and memos, bounced cheques', async () => {
    const [row] = await db.sql<Record<string, number>>(
      `select (select count(*)::int from public.sales_entries e where e.project_id = p.id and e.kind = 'return' and e.pieces < 0) as returns,
         (select count(*)::int from public.sales_entries e where e.project_id = p.id and e.kind = 'allowance') as allowances,
         (select count(*)::int from public.bookings b where b.project_id = p.id and b.stage <> 'cancelled' and b.total = b.credited) as taken_back,
         (select count(*)::int from (select from public.sales_entries e where e.project_id = p.id and e.kind = 'delivery'
           group by e.booking_id having count(distinct e.on_date) > 1 and min(e.pieces) > 0) d) as second_deliveries,
         (select count(*)::int from public.sales_entries e where e.project_id = p.id and e.kind = 'delivery' and e.pieces < 0) as moved_days,
         (select count(*)::int from public.receivable_entries e where e.project_id = p.id and e.kind = 'cancelled') as cancelled_invoices,
         (select count(*)::int from public.memos m where m.project_id = p.id and m.status = 'cancelled') as cancelled_memos,
         (select count(*)::int from public.collections c where c.project_id = p.id and c.cheque_state = 'returned') as returned_cheques,
         (select count(*)::int from public.receivable_entries e where e.project_id = p.id and e.kind = 'redeposited') as cheques_deposited_again
       from public.projects p where p.name = 'Company 01'`,
    )
    expect(Object.keys(row!)).toHaveLength(9)
    expect(Object.entries(row!).filter(([, count]) => count === 0)).toEqual([])
  })

  it('keeps every foreign key', async () => {
    const [row] = await db.sql<{ keys: string[] }>(
      `select array_agg(format('select %L as name from %s c where (c.%s) is not null and not exists (select from %s p where (%s) = (%s)) limit 1',
         k.conname, k.conrelid::regclass, a.columns[1], k.confrelid::regclass, a.theirs, a.ours)) as keys
       from pg_constraint k cross join lateral (
         select array_agg(quote_ident(m.attname) order by n.no desc) as columns, string_agg('c.' || quote_ident(m.attname), ', ' order by n.no) as ours,
           string_agg('p.' || quote_ident(o.attname), ', ' order by n.no) as theirs
         from unnest(k.conkey, k.confkey) with ordinality n (mine, other, no)
         join pg_attribute m on m.attrelid = k.conrelid and m.attnum = n.mine
         join pg_attribute o on o.attrelid = k.confrelid and o.attnum = n.other) a
       where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
    )
    expect(row!.keys.length).toBeGreaterThan(50)
    const orphans = await db.sql(row!.keys.map((key) => `(${key})`).join(' union all '))
    expect(orphans).toEqual([])
  })

  it('has every index of the migrations again', async () => {
    const [row] = await db.sql<{ indexes: number }>(
      `select count(*)::int as indexes from pg_indexes where schemaname = 'public'
         and indexname in ('bookings_series_idx', 'audit_log_row_idx', 'booking_lines_product_idx')`,
    )
    expect(row!.indexes).toBe(3)
  })

  it('is of fifty companies, with bookings on their way and money of each kind', async () => {
    const [row] = await db.sql(
      `select count(distinct b.project_id)::int as companies, count(distinct b.stage)::int as stages,
         (select count(distinct c.collection_type)::int from public.collections c) as ways,
         (select count(distinct c.cheque_state)::int from public.collections c) as cheques,
         (select count(*)::int from public.bookings m join public.projects p on p.id = m.project_id where p.name = 'Company 02') as steady
       from public.bookings b`,
    )
    expect(row).toMatchObject({ companies: 50, ways: 3, steady: 1000 })
    expect(row!.stages).toBeGreaterThan(3)
    expect(row!.cheques).toBeGreaterThan(1)
  })

  it('has accounts of each role that sign in', async () => {
    const [row] = await db.sql<{ hash: string; roles: number }>(
      `select (select count(distinct m.role)::int from public.memberships m) as roles, u.encrypted_password as hash
       from auth.users u where u.email = 'sales-admin@p1.bench.test'`,
    )
    expect(row!.roles).toBe(12)
    expect(await bcrypt.compare(PASSWORD, row!.hash)).toBe(true)
  })
})

describe('the ten queries that are asked most', () => {
  let company: BenchCompany

  beforeAll(async () => {
    const direct = openDirect(db.url!)
    company = await readCompany(direct.sql, 1)
    await direct.close()
  })

  it.each(HOT_QUERIES)('$name: by its index, the helper once', async ({ text, values, index }) => {
    const given = values(company)
    const written = text.replace(/\$(\d)/g, (_, no) => `'${given[Number(no) - 1]}'`)
    const plan = await planOf(db, company.owner, written)
    expect(plan).toContain(index)
    expect(plan).not.toMatch(
      /Seq Scan on (bookings|booking_lines|collections|collection_allocations|audit_log)/,
    )
    // Once a statement is an InitPlan; in a condition it would be asked for each row.
    const conditions = plan.split('\n').filter((line) => /Filter|Cond/.test(line))
    expect(conditions.join('\n')).not.toMatch(/projects_with|my_agents/)
  })
})
