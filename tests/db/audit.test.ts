import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { differences } from '../../app/modules/audit/labels.ts'
import { testFixture } from '../support/fixture.ts'
import { fillTables } from './identities.ts'

const fixture = testFixture()

interface Change {
  id: string
  table_name: string
  action: string
  kind: string
  document_id: string
}

const trail = (filters: object, project = fixture.a, user = fixture.role.Owner) =>
  fixture.db.as<Change & Record<string, unknown>>(
    user,
    'select t.* from public.audit_trail($1::uuid, $2::text::jsonb) t',
    [project, JSON.stringify(filters)],
  )
const ids = (rows: { id: unknown }[]) => rows.map(({ id }) => Number(id))
/** Reads the log with plain SQL, newest first. */
const plain = async (where: string, params: unknown[] = []) =>
  ids(
    await fixture.db.sql<{ id: string }>(
      `select id from public.audit_log where project_id = '${fixture.a}' and ${where} order by created_at desc, id desc`,
      params,
    ),
  )
const ALL = { limit: 1000 }

beforeAll(() => fillTables(fixture), 120_000)

it('lists every change of the project once, page by page in both directions', async () => {
  const expected = await plain('true')
  expect(expected.length).toBeGreaterThan(50)
  const seen: number[] = []
  for (let after: number | undefined; ; after = seen.at(-1)) {
    const page = ids(await trail({ limit: 20, ...(after ? { after } : {}) }))
    seen.push(...page)
    if (page.length < 20) break
  }
  expect(seen).toEqual(expected)
  const back = ids(await trail({ limit: 20, before: expected[40] }))
  expect(back).toEqual(expected.slice(20, 40).reverse())
})

it('filters by person, kind, action and documents, and counts the same', async () => {
  const [{ document_id: booking }] = (await fixture.db.sql<{ document_id: string }>(
    `select document_id from public.audit_log where project_id = '${fixture.a}' and table_name = 'booking_lines' limit 1`,
  )) as [{ document_id: string }]
  // A row as version 2.2 wrote it.
  await fixture.db.sql(
    `insert into public.audit_log (project_id, table_name, kind, document_id, action, after)
     select project_id, 'deposit_slips', 'deposit_slip', id, 'insert', '{}' from public.deposit_slips where project_id = $1::uuid`,
    [fixture.a],
  )
  const cases: [object, string][] = [
    [
      { kind: 'deposit' },
      `(table_name in ('deposit_slips', 'cash_deposits') or kind = 'deposit_slip')`,
    ],
    [{ user_id: fixture.role['finance admin'] }, `user_id = '${fixture.role['finance admin']}'`],
    [
      { kind: 'booking' },
      `(table_name in ('bookings', 'booking_lines') or table_name in ('document_files', 'document_comments')
        and coalesce(after, before) ->> 'kind' in ('booking', 'invoice'))`,
    ],
    [{ action: 'update' }, "action = 'update'"],
    [
      { documents: [booking] },
      `('${booking}' in (row_id::text, coalesce(after, before) ->> 'document_id')
        or row_id in (select id from public.booking_lines where booking_id = '${booking}'))`,
    ],
    [{ documents: [] }, 'false'],
  ]
  for (const [filters, where] of cases) {
    const expected = await plain(where)
    expect(ids(await trail({ ...ALL, ...filters })), where).toEqual(expected)
    const [totals] = await fixture.db.as<{ changes: string; documents: string }>(
      fixture.role.Owner,
      'select * from public.audit_totals($1::uuid, $2::text::jsonb)',
      [fixture.a, JSON.stringify(filters)],
    )
    expect(Number(totals!.changes), where).toBe(expected.length)
  }
})

it('takes days as the project’s, both included', async () => {
  // 16:00 in Greenwich is midnight in Manila.
  const moments = [
    '2026-03-01 15:59:59+00',
    '2026-03-01 16:00:00+00',
    '2026-03-02 15:59:59+00',
    '2026-03-02 16:00:00+00',
  ]
  for (const at of moments)
    await fixture.db.sql(
      `insert into public.audit_log (project_id, created_at, table_name, kind, document_id, action, after)
       values ($1::uuid, $2::text::timestamptz, 'products', 'product', $3::uuid, 'insert', '{}')`,
      [fixture.a, at, randomUUID()],
    )
  const day = await trail({ from: '2026-03-02', to: '2026-03-02' })
  expect(ids(day)).toEqual(
    await plain("created_at in ('2026-03-01 16:00:00+00', '2026-03-02 15:59:59+00')"),
  )
  expect(await trail({ to: '2026-03-01' })).toHaveLength(1)
})

it('puts every row under a document that has a name, lines under their head', async () => {
  const found = await trail({ ...ALL, from: '2026-04-01' })
  const names = await fixture.db.as<{ id: string; kind: string; label: string }>(
    fixture.role.Owner,
    'select * from public.audit_names($1::uuid, $2::text::uuid[])',
    [fixture.a, `{${[...new Set(found.map((row) => row.document_id))].join(',')}}`],
  )
  const named = new Map(names.map(({ id, label }) => [id, label]))
  // A person without access to the imports of products sees only what was imported, not its name.
  const nameless = found.filter((row) => !named.get(row.document_id)).map((row) => row.kind)
  expect([...new Set(nameless)]).toEqual(['import'])
  const kinds = new Map(found.map((row) => [row.table_name, row.kind]))
  expect(Object.fromEntries([...kinds].sort())).toMatchObject({
    banks: 'bank',
    booking_lines: 'booking',
    bookings: 'booking',
    cash_deposits: 'deposit',
    cheque_layouts: 'cheque_layout',
    collections: 'collection',
    cost_centers: 'cost_center',
    deposit_slips: 'deposit',
    inventory: 'product',
    issued_cheques: 'cheque',
    memberships: 'person',
    paper_forms: 'paper_form',
    product_edit_requests: 'product_edit',
    stock_counts: 'count',
    warehouse_requests: 'request',
  })
})

it('shows nothing of another project, and nothing to those without audit', async () => {
  const [other] = await fixture.db.sql<{ id: string }>(
    `select id from public.bookings where project_id = '${fixture.b}' limit 1`,
  )
  expect(await trail({ documents: [other!.id] })).toEqual([])
  for (const call of [
    () => trail({}, fixture.b),
    () => trail({}, fixture.a, fixture.role['special access 1']),
  ])
    await expect(call()).rejects.toMatchObject({ code: '42501' })
})

it('tells of each row of a statement that changes several, and of no others', async () => {
  const [{ from }] = (await fixture.db.sql<{ from: string }>(
    'select coalesce(max(id), 0)::text as from from public.audit_log',
  )) as [{ from: string }]
  const lines = await fixture.db.sql<{ id: string; booking_id: string }>(
    `with chosen as (select l.id from public.booking_lines l where l.project_id = $1::uuid and l.quantity_delivered = 0 order by l.id limit 4)
     update public.booking_lines l set quantity_released = l.quantity_released + case when l.id = (select max(id::text)::uuid from chosen) then 0 else 1 end
     from chosen where l.project_id = $1::uuid and l.id = chosen.id returning l.id, l.booking_id`,
    [fixture.a],
  )
  expect(lines.length).toBeGreaterThan(1)
  const told = await fixture.db.sql(
    `select a.row_id as id, a.document_id as booking_id, (a.after ->> 'quantity_released')::int - (a.before ->> 'quantity_released')::int as more,
       (select count(*)::int from jsonb_object_keys(a.after)) as columns
     from public.audit_log a where a.id > $1::text::bigint order by a.row_id`,
    [from],
  )
  const changed = lines.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, -1)
  expect(told).toEqual(changed.map((line) => ({ ...line, more: 1, columns: 1 })))
  await fixture.db.sql(
    `update public.booking_lines set quantity_released = quantity_released - 1 where project_id = $1::uuid and id = any ($2::text::uuid[])`,
    [fixture.a, `{${changed.map(({ id }) => id).join()}}`],
  )
})

it('tells of a new booking once, with its number and its total', async () => {
  const [made] = await fixture.db.sql<{ versions: number; changes: number; total: boolean }>(
    `select b.version as versions, count(*)::int as changes, bool_and(a.action = 'insert' and a.after ->> 'so_no' = b.so_no and (a.after ->> 'total')::numeric = b.total) as total
     from public.bookings b join public.audit_log a on a.project_id = b.project_id and a.row_id = b.id
     where b.project_id = $1::uuid and b.approval_status = 'pending' and not b.is_opening group by b.id, b.version, b.so_no, b.total having b.version = 1 limit 1`,
    [fixture.a],
  )
  expect(made).toEqual({ versions: 1, changes: 1, total: true })
})

it('shows every amount of a table with two decimals', async () => {
  const columns = await fixture.db.sql<{ column_name: string }>(
    `select distinct column_name from information_schema.columns
     where table_schema = 'public' and data_type = 'numeric' and numeric_precision >= 14 and numeric_scale = 2`,
  )
  expect(columns.length).toBeGreaterThan(30)
  const wording = { nameOf: () => null, timeZone: 'Asia/Manila' }
  const plainly = columns.filter(
    ({ column_name }) =>
      differences({}, { [column_name]: 219820.25 }, wording)[0]?.is !== '219,820.25',
  )
  expect(plainly).toEqual([])
})
