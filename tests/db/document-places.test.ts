import { beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENT_KINDS } from '../../app/modules/audit/documents.ts'
import { KINDS_WITH_FILES } from '../../app/modules/documents/kinds.ts'
import { RECENT } from '../../app/modules/home/recent.ts'
import { KIND_NAMES } from '../../app/modules/inbox/kinds.ts'
import { MASTERS } from '../../app/modules/masters/definitions.ts'
import { DOCUMENT_LISTS } from '../../app/modules/navigation/document-lists.server.ts'
import { type About, addressOfAbout } from '../../app/modules/notifications/kinds.ts'
import { HIT_GROUPS } from '../../app/modules/search/hits.ts'
import { SHARE_PERMISSIONS, type SharedPaper } from '../../app/modules/sharing/kinds.ts'
import { LISTS } from '../../app/modules/views/registry.server.ts'
import { paths } from '../../app/paths.ts'
import { testFixture } from '../support/fixture.ts'
import { fillTables } from './identities.ts'

/**
 * The places that a kind of document has: files and comments, the numbers that a search finds, the groups of the search, papers that
 * are shared, prints that are counted, the inbox, notifications, the audit trail, lists of which views are saved, Home's recent
 * documents, and lists in which a document has a next one.
 */
const PLACES = [
  ...(['files', 'numbers', 'search', 'papers', 'prints', 'inbox'] as const),
  ...(['notices', 'trail', 'views', 'recent', 'next'] as const),
]
type Place = (typeof PLACES)[number]

/** The names of a kind in each place; the other places, with the reason why it is not there. */
interface Kind {
  in: Partial<Record<Exclude<Place, 'papers'>, string>> & { papers?: SharedPaper }
  not: Record<string, readonly Place[]>
}

const NO_DECISION = 'Nobody decides on it.'
const NOT_ISSUED = 'Nobody outside the company gets it.'
const OWN_LIST = 'Its own list has it.'
const OF_BOOKING = 'It is a part of its booking.'

const DOCUMENTS: Record<string, Kind> = {
  booking: {
    in: {
      ...{ files: 'booking', numbers: 'booking', search: 'booking', trail: 'booking' },
      ...{ inbox: 'booking override', notices: 'booking', views: 'bookings', recent: 'bookings' },
      next: paths.sales.booking('id'),
    },
    not: { 'Its papers are the invoice and the delivery receipt.': ['papers', 'prints'] },
  },
  invoice: {
    in: {
      ...{ files: 'invoice', numbers: 'invoice', search: 'invoice', views: 'invoicing' },
      ...{ papers: 'invoice', prints: 'invoice' },
    },
    not: { [NO_DECISION]: ['inbox', 'notices'], [OF_BOOKING]: ['trail', 'recent', 'next'] },
  },
  delivery_receipt: {
    in: {
      ...{ numbers: 'delivery_receipt', search: 'delivery_receipt', views: 'delivery' },
      ...{ papers: 'delivery_receipt', prints: 'delivery_receipt' },
    },
    not: {
      [NO_DECISION]: ['inbox', 'notices'],
      [OF_BOOKING]: ['files', 'trail', 'recent', 'next'],
    },
  },
  memo: {
    in: {
      ...{ files: 'memo', numbers: 'memo', search: 'memo', papers: 'memo', prints: 'memo' },
      ...{ inbox: 'memo', notices: 'memo', trail: 'memo', views: 'memos', recent: 'memos' },
      next: paths.memos.memo('id'),
    },
    not: {},
  },
  receipt: {
    in: {
      ...{ files: 'collection', numbers: 'collection', search: 'collection', trail: 'collection' },
      ...{ papers: 'receipt', prints: 'receipt', inbox: 'collection', notices: 'collection' },
      ...{ views: 'collections receipt_approval', recent: 'collections' },
      next: paths.treasury.collection('id'),
    },
    not: {},
  },
  'cheque received': {
    in: { numbers: 'cheque', search: 'cheque', views: 'cheques' },
    not: {
      'It is a part of its receipt.': [
        ...(['files', 'papers', 'prints', 'inbox', 'notices', 'trail', 'recent', 'next'] as const),
      ],
    },
  },
  remittance: {
    in: {
      ...{ numbers: 'remittance', search: 'remittance', prints: 'remittance' },
      ...{ trail: 'remittance', views: 'remittances', next: paths.treasury.remittance('id') },
    },
    not: {
      'Its receipts have them.': ['files'],
      [NOT_ISSUED]: ['papers'],
      'One from the field waits as an act.': ['inbox', 'notices'],
      [OWN_LIST]: ['recent'],
    },
  },
  'deposit slip': {
    in: {
      ...{ numbers: 'deposit', search: 'deposit', prints: 'deposit_slip', trail: 'deposit' },
      ...{ views: 'deposits', next: paths.treasury.deposit('id') },
    },
    not: {
      'Its cheques are parts of receipts, which have them.': ['files'],
      [NOT_ISSUED]: ['papers'],
      [NO_DECISION]: ['inbox', 'notices'],
      [OWN_LIST]: ['recent'],
    },
  },
  purchase: {
    in: {
      ...{ files: 'purchase', numbers: 'purchase', search: 'purchase', papers: 'purchase' },
      ...{ trail: 'purchase', views: 'purchases', recent: 'purchases' },
      next: paths.inventory.purchase('id'),
    },
    not: { 'Its copies are not counted.': ['prints'], [NO_DECISION]: ['inbox', 'notices'] },
  },
  'bad order': {
    in: {
      ...{ numbers: 'bad_order', search: 'bad_order', inbox: 'write_off', notices: 'bad_order' },
      ...{ trail: 'bad_order', views: 'bad_orders', next: paths.inventory.badOrder('id') },
    },
    not: { [NOT_ISSUED]: ['files', 'papers', 'prints'], [OWN_LIST]: ['recent'] },
  },
  voucher: {
    in: {
      ...{ files: 'voucher', numbers: 'voucher', search: 'voucher', papers: 'voucher' },
      ...{ inbox: 'voucher', notices: 'voucher', trail: 'voucher' },
      ...{ views: 'vouchers', recent: 'vouchers', next: paths.expenses.voucher('id') },
    },
    not: { 'The voucher itself is marked as printed.': ['prints'] },
  },
  'cheque issued': {
    in: {
      ...{ files: 'issued_cheque', numbers: 'issued_cheque', search: 'issued_cheque' },
      ...{ trail: 'cheque', views: 'issued_cheques', next: paths.expenses.cheque('id') },
    },
    not: {
      'Its voucher has them.': ['papers', 'prints', 'inbox', 'notices', 'recent'],
    },
  },
  'warehouse request': {
    in: {
      ...{ numbers: 'warehouse_request', search: 'warehouse_request', inbox: 'warehouse' },
      ...{ notices: 'request', trail: 'request', views: 'warehouse_requests' },
      ...{ recent: 'warehouse_requests', next: paths.warehouse.request('id') },
    },
    not: { [NOT_ISSUED]: ['files', 'papers', 'prints'] },
  },
  'stock count': {
    in: {
      ...{ inbox: 'count', notices: 'count', trail: 'count', views: 'stock_counts' },
      next: paths.inventory.count('id'),
    },
    not: {
      'It has a title and no number.': ['numbers', 'search'],
      [NOT_ISSUED]: ['files', 'papers', 'prints'],
      [OWN_LIST]: ['recent'],
    },
  },
  correction: {
    in: { inbox: 'product_edit', notices: 'product_edit', trail: 'product_edit' },
    not: {
      'It is about a line of a purchase, and has no page.': [
        ...(['files', 'numbers', 'search', 'papers', 'prints', 'views', 'recent', 'next'] as const),
      ],
    },
  },
  customer: {
    in: {
      ...{ files: 'customer', search: 'customer', papers: 'statement', inbox: 'customer' },
      ...{ notices: 'customer', trail: 'customer', views: 'customers transfers' },
      ...{ recent: 'customers', next: paths.customers.customer('id') },
    },
    not: {
      'A search finds it by its name.': ['numbers'],
      'Statements are kept as printed reports.': ['prints'],
    },
  },
  product: {
    in: {
      ...{ files: 'product', search: 'product', trail: 'product', views: 'products' },
      next: paths.inventory.product('id'),
    },
    not: {
      'A search finds it by its name and code.': ['numbers'],
      [NO_DECISION]: ['inbox', 'notices'],
      [NOT_ISSUED]: ['papers', 'prints'],
      [OWN_LIST]: ['recent'],
    },
  },
}

/** Names in a place that are no documents: records that somebody maintains, and figures. */
const FURTHER: Partial<Record<Place, string>> = {
  trail:
    'account agent_target bank booklet cheque_layout cost_center customer_group device field_act import paper_form payee person ' +
    'price_list project releaser report_schedule route supplier visit',
  views: 'audit banks cost_centers payees releasers stock stock_movement',
}

/** The names that the table has for a place. */
const declared = (place: Place) =>
  [...Object.values(DOCUMENTS).map((kind) => kind.in[place] ?? ''), FURTHER[place] ?? '']
    .flatMap((names) => names.split(' ').filter(Boolean))
    .sort()

const fixture = testFixture()
beforeAll(() => fillTables(fixture))

/** The texts that a query answers. */
async function found(query: string): Promise<string[]> {
  const rows = await fixture.db.sql<{ name: string }>(query)
  return [...new Set(rows.map(({ name }) => name))].sort()
}
/** The words in quotes of a declaration that follow some text. */
const quoted = (declaration: string, before = '') =>
  found(
    `select m[1] as name from (${declaration}) d (text), regexp_matches(d.text, $re$(?:${before})'(\\w+)'$re$, 'g') m`,
  )
const source = (name: string) => `select prosrc from pg_proc where oid = 'private.${name}'::regproc`
/** The arguments that triggers give to a function. */
const argument = (name: string, at: number) =>
  found(
    `select split_part(encode(tgargs, 'escape'), '\\000', ${at}) as name from pg_trigger
     where tgfoid = 'private.${name}'::regproc and tgnargs > 0`,
  )

describe('kinds of documents', () => {
  it('have each place, or a reason why not', () => {
    for (const [name, kind] of Object.entries(DOCUMENTS)) {
      const said = [...Object.keys(kind.in), ...Object.values(kind.not).flat()]
      expect(said.sort(), name).toEqual([...PLACES].sort())
    }
  })

  it('have files and comments', async () => {
    const kinds = declared('files')
    expect(await found('select kind as name from private.document_kinds')).toEqual(kinds)
    // The policies of files and comments ask this view.
    expect(await quoted(`select pg_get_viewdef('private.readable_documents')`, 'SELECT ')).toEqual(
      kinds,
    )
    expect(Object.keys(KINDS_WITH_FILES).sort()).toEqual(kinds)
  })

  it('have numbers that a search finds', async () => {
    const kinds = declared('numbers')
    expect(await argument('keep_number', 1)).toEqual(kinds)
    const numbers = await fixture.db.sql<{ kind: string; number: string }>(
      'select kind, max(number) as number from private.document_numbers where project_id = $1::uuid group by kind order by kind',
      [fixture.a],
    )
    expect(numbers.map(({ kind }) => kind).sort()).toEqual(kinds)
    for (const { kind, number } of numbers) {
      const hits = await fixture.db.as<{ kind: string }>(
        fixture.role.Owner,
        'select kind from public.search_documents($1::uuid, $2, 50)',
        [fixture.a, number],
      )
      expect(
        hits.map((hit) => hit.kind),
        number,
      ).toContain(kind)
    }
    expect([...HIT_GROUPS].sort()).toEqual(declared('search'))
  })

  it('have papers that are shared, and prints that are counted', async () => {
    expect(await found('select paper as name from private.paper_kinds()')).toEqual(
      declared('papers'),
    )
    expect(await found('select unnest(printed_with) as name from private.paper_kinds()')).toEqual(
      [...SHARE_PERMISSIONS].sort(),
    )
    expect(
      await quoted(
        `select pg_get_constraintdef(oid) from pg_constraint where conname = 'document_prints_kind_check'`,
      ),
    ).toEqual(declared('prints'))
  })

  it('wait in the inbox', async () => {
    expect(await quoted(source('pending_decisions'), 'select ')).toEqual(declared('inbox'))
    expect([...KIND_NAMES].sort()).toEqual(declared('inbox'))
  })

  it('are told of, to who reads them', async () => {
    const told = await argument('notify_of_row', 2)
    const kinds = declared('notices')
    expect([...told, 'booking'].sort()).toEqual(kinds)
    const files = declared('files')
    expect(await quoted(source('reads_notified'), 'when ')).toEqual(
      kinds.filter((kind) => !files.includes(kind)),
    )
    const pageless = [...kinds, ...files].filter((documentKind) =>
      addressOfAbout({ documentKind, documentId: 'id' } as About).startsWith(paths.inbox.list),
    )
    expect(pageless).toEqual(['product_edit'])
  })

  it('have a name in the audit trail, with their lines', async () => {
    const kinds = declared('trail')
    expect(DOCUMENT_KINDS.map(({ value }) => value).sort()).toEqual(kinds)
    const [mapping] = await fixture.db.sql<{ text: string }>(
      `select substring(prosrc from 'v_document text\\[\\] := (case .*? end);') as text from pg_proc where oid = 'private.audit_rows'::regproc`,
    )
    const said = await found(
      `select (${mapping!.text})[1] as name
       from (select distinct tgrelid::regclass::text as name from pg_trigger where tgfoid = 'private.audit_rows'::regproc) t
       cross join lateral (select split_part(t.name, '.', -1) as tg_table_name) n
       where (${mapping!.text})[1] <> 'null'`,
    )
    expect(said).toEqual(kinds)
  })

  it('have lists of which views are saved', async () => {
    expect(
      await found('select view as name from private.viewed_permissions() where not is_report'),
    ).toEqual(declared('views'))
    expect(Object.keys(LISTS).sort()).toEqual(declared('views'))
  })

  it('are listed on Home as recent', async () => {
    expect(await quoted(source('own_documents'), '[(] ?|, ')).toEqual(declared('recent'))
    expect(Object.keys(RECENT).sort()).toEqual(declared('recent'))
  })

  it('have a next one in their list', () => {
    const masters = Object.keys(MASTERS).map((kind) => paths.masters.entry(kind, 'id'))
    const pages = Object.values(DOCUMENT_LISTS).map((list) => list!.document('id'))
    expect([...new Set(pages)].filter((page) => !masters.includes(page)).sort()).toEqual(
      declared('next'),
    )
  })
})
