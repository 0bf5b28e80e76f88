import { beforeAll, expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import type { Permission } from '../../app/platform/access/permissions.ts'
import { testFixture } from '../support/fixture.ts'
import { ask } from '../support/probe.ts'
import { EVERY_DOCUMENT, fillTables, identities, scopeOfRole } from './identities.ts'

const fixture = testFixture()

beforeAll(() => fillTables(fixture))

/** The documents of each kind by the policies of their tables, and who attaches files to one that they read. */
const KINDS: Record<
  string,
  { rows: string; page: (id: string) => string; write: readonly Permission[] }
> = {
  booking: {
    rows: 'public.bookings t',
    page: paths.sales.booking,
    write: ['bookings.write', 'bookings.validate', 'bookings.deliver'],
  },
  invoice: {
    rows: "public.bookings t where t.invoice_no is not null and t.project_id = any (private.projects_with('invoicing.read'))",
    page: paths.sales.invoice,
    write: ['invoicing.write'],
  },
  memo: {
    rows: 'public.memos t',
    page: paths.memos.memo,
    write: ['memos.write', 'memos.approve'],
  },
  collection: {
    rows: 'public.collections t where t.part_no = 1',
    page: paths.treasury.collection,
    write: ['collections.record', 'collections.decide'],
  },
  issued_cheque: {
    rows: 'public.issued_cheques t',
    page: paths.expenses.cheque,
    write: ['vouchers.write', 'treasury.write'],
  },
  purchase: {
    rows: 'public.purchases t',
    page: paths.inventory.purchase,
    write: ['purchases.write'],
  },
  voucher: { rows: 'public.vouchers t', page: paths.expenses.voucher, write: ['vouchers.write'] },
  customer: {
    rows: 'public.customers t',
    page: paths.customers.customer,
    write: ['customers.write', 'customers.request'],
  },
  product: { rows: 'public.products t', page: paths.inventory.product, write: ['products.write'] },
}

const listOf = (query: string) =>
  `select coalesce(string_agg(q.kind || ' ' || q.id, ',' order by q.kind, q.id), '') from (${query}) q`

/** The answers of a query for each person, in order. */
const foundBy = (query: string, params: string[] = []) =>
  ask(
    fixture.db,
    identities(fixture)
      .filter(({ user }) => user)
      .map(({ user }) => ({ who: user, text: listOf(query), params })),
  )

/** The documents of both companies as a parameter, which everybody may ask about. */
async function documents(): Promise<string> {
  const [row] = await fixture.db.sql<{ list: string }>(
    `select jsonb_agg(to_jsonb(d))::text as list from ${EVERY_DOCUMENT}`,
  )
  return row!.list
}

const ASKED = `jsonb_to_recordset($1::jsonb) d (kind text, project_id uuid, id uuid)`

it('knows the kinds, each with the address of its page', async () => {
  const kinds = await fixture.db.sql<{ kind: string; page: string; write_with: string[] }>(
    'select kind, page, write_with from private.document_kinds order by kind',
  )
  expect(kinds).toEqual(
    Object.entries(KINDS)
      .map(([kind, { page, write }]) => ({ kind, page: page('{id}'), write_with: write }))
      .sort((a, b) => a.kind.localeCompare(b.kind)),
  )
})

it('shows a document to whom the policies of its table show it, and to nobody else', async () => {
  const list = await documents()
  const shown = await foundBy(
    Object.entries(KINDS)
      .map(([kind, { rows }]) => `select '${kind}' as kind, t.id from ${rows}`)
      .join(' union all '),
  )
  const told = await foundBy(
    `select d.kind, d.id from ${ASKED} where private.reads_document(d.project_id, d.kind, d.id)`,
    [list],
  )
  expect(told).toEqual(shown)
  expect(shown.filter(Boolean).length).toBeGreaterThan(12)
})

it('lets files be attached by who reads a document and holds a permission of its kind', async () => {
  const list = await documents()
  const readable = await foundBy(
    `select d.kind, d.id from ${ASKED} where private.reads_document(d.project_id, d.kind, d.id)`,
    [list],
  )
  const writable = await foundBy(
    `select d.kind, d.id from ${ASKED} where private.writes_document(d.project_id, d.kind, d.id)`,
    [list],
  )
  const people = identities(fixture).filter(({ user }) => user)
  people.forEach((who, n) => {
    const role = who.a ?? who.b
    const declared = readable[n]!.split(',').filter((each) =>
      KINDS[each.split(' ')[0]!]?.write.some((permission) => scopeOfRole(role, permission)),
    )
    expect(writable[n], who.name).toBe(declared.join(','))
  })
})

it('names all readers of a document', async () => {
  const list = await documents()
  const told = await foundBy(
    `select d.kind, d.id from ${ASKED} where private.reads_document(d.project_id, d.kind, d.id)`,
    [list],
  )
  const people = identities(fixture).filter(({ user }) => user)
  const readers = await fixture.db.sql<{ document: string; user_id: string }>(
    `select d.kind || ' ' || d.id as document, r as user_id
     from ${EVERY_DOCUMENT} cross join lateral private.readers_of_document(d.project_id, d.kind, d.id) r`,
  )
  people.forEach(({ name, user }, n) => {
    const named = readers.filter(({ user_id }) => user_id === user).map((row) => row.document)
    expect(named.sort(), name).toEqual(told[n]!.split(',').filter(Boolean).sort())
  })
})

it('calls documents by kind and number, and knows which are settled', async () => {
  const titles = await fixture.db.sql<{ kind: string; title: string; page: string }>(
    `select distinct on (d.kind) d.kind, private.document_title(d.project_id, d.kind, d.id) as title,
       replace(private.document_page(d.kind, d.id), d.id::text, '') as page
     from ${EVERY_DOCUMENT} where private.document_title(d.project_id, d.kind, d.id) is not null and d.project_id = $1::uuid
     order by d.kind, d.id`,
    [fixture.a],
  )
  expect(titles.map(({ kind }) => kind)).toEqual(Object.keys(KINDS).sort())
  expect(titles.find(({ kind }) => kind === 'invoice')!.title).toBe('Invoice INV-2')
  expect(titles.find(({ kind }) => kind === 'invoice')!.page).toBe('/sales/bookings//invoice')
  const wrong = await fixture.db.sql(
    `select d.kind from ${EVERY_DOCUMENT} cross join lateral private.document_facts(d.project_id, d.kind, d.id) f
     where f.state not in ('open', 'final', 'cancelled') or (f.on_date is null) <> (d.kind in ('customer', 'product'))
       and not (d.kind = 'issued_cheque' and f.on_date is null)`,
  )
  expect(wrong).toEqual([])
})
