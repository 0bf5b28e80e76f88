import type { TestDatabase } from '../database.ts'
import type { Books, BooksCompany } from './books.ts'
import type { figures } from './figures.ts'

/** A project as it stands in the database, in the shape of the model. */
export interface Snapshot {
  books: Books
  figures: ReturnType<typeof figures>
  versions: Record<string, number>
  lineIds: Record<string, string[]>
  ids: Record<string, string>
}

/** Amounts as whole centavos. */
const cents = (amount: string) => `(100 * ${amount})::bigint`
/** A price and for how many pieces it is, as text. */
const price = (column: string) => `(${cents(column)} || '/' || ${column}_pieces)`
/** The rows of a table by id, or by another key. */
const rows = (table: string, fields: Record<string, string>, key = 't.id::text', joins = '') =>
  `(select coalesce(jsonb_object_agg(${key}, jsonb_build_object(${Object.entries(fields)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')})), '{}') from public.${table} t ${joins} where t.project_id = p)`
const list = (item: string, from: string, order: string) =>
  `(select coalesce(jsonb_agg(${item} order by ${order}), '[]') from ${from})`
const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `t.${name}`]))

const BOOKS: Record<keyof Books, string> = {
  project: `(select jsonb_build_object('status', j.status, 'booking_count', j.booking_count, 'voucher_count', j.voucher_count, 'bad_order_count', j.bad_order_count,
    'back_orders', coalesce((j.settings ->> 'allow_back_orders')::boolean, false),
    'override_by_other', coalesce((j.settings #>> '{maker_checker,credit_override}')::boolean, true),
    'approve_by_other', coalesce((j.settings #>> '{maker_checker,vouchers}')::boolean, true),
    'receipts_by_other', coalesce((j.settings #>> '{maker_checker,receipts}')::boolean, true),
    'lines_by_other', coalesce((j.settings #>> '{maker_checker,credit_lines}')::boolean, true),
    'price_floor', coalesce((j.settings ->> 'price_floor_percent')::numeric, 70),
    'closed', j.closed_through,
    'memos_by_other', coalesce((j.settings #>> '{maker_checker,memos}')::boolean, true),
    'memo_approval_above', case when j.settings ? 'memo_approval_above' then ${cents("(j.settings ->> 'memo_approval_above')::numeric")} else 500000 end,
    'approval_above', ${cents("(j.settings ->> 'voucher_approval_above')::numeric")}) from public.projects j where j.id = p)`,
  people: rows(
    'memberships',
    {
      ...same('role', 'status'),
      ...{ manager: 't.manager_id', name: 'f.display_name', approves: cents('t.approval_limit') },
    },
    't.user_id::text',
    'join public.profiles f on f.user_id = t.user_id',
  ),
  products: rows(
    'products',
    {
      ...{ code: 't.material_code', used: 'i.used_stocks', returned: 'i.stocks_returned' },
      ...{ purchased: 'i.purchased', supplier_returned: 'i.supplier_returned' },
      ...{ adjusted: 'i.adjusted', reserved: 'i.reserved', live: price('i.current_srp') },
      ...{ bad: 'i.bad_order', cost: price('t.def_cost'), value: cents('i.stock_value') },
      categories: `jsonb_build_object('1', d.category1, '3', d.category3)`,
      merged: 't.merged_into',
    },
    't.id::text',
    'join public.inventory i on i.project_id = t.project_id and i.product_id = t.id cross join lateral (select t.category1, t.category3) d',
  ),
  purchases: rows('purchases', {
    ...same('kind', 'status'),
    total: cents('t.total_cost'),
    lines: list(
      `jsonb_build_object('product', l.product_id, 'quantity', l.quantity, 'cost', ${price('l.cost')}, 'srp', ${price('l.prod_srp')})`,
      'public.purchase_lines l where l.project_id = p and l.purchase_id = t.id',
      'l.line_no',
    ),
  }),
  edits: rows(
    'product_edit_requests',
    {
      ...{ purchase: 't.purchase_id', line: 'l.line_no - 1', item: 't.item_to_edit' },
      from: `case t.item_to_edit when 'quantity' then to_jsonb(t.item_edit_from::int) else to_jsonb(${cents('t.item_edit_from')} || '/' || t.from_pieces) end`,
      to: `case t.item_to_edit when 'quantity' then to_jsonb(t.what_edit::int) else to_jsonb(${cents('t.what_edit')} || '/' || t.what_pieces) end`,
      ...{ live: 't.is_change_live_srp', status: 't.request_status' },
    },
    't.id::text',
    'join public.purchase_lines l on l.project_id = t.project_id and l.id = t.purchase_line_id',
  ),
  counts: rows('stock_counts', {
    status: 't.count_status',
    lines: `(select jsonb_object_agg(l.product_id || case l.stock_state when 'bad_order' then '/bad' else '' end, jsonb_build_object('expected', l.expected, 'counted', l.counted))
      from public.stock_count_lines l where l.project_id = p and l.count_id = t.id)`,
  }),
  badOrders: rows('bad_orders', {
    ...{ no: 't.record_no', kind: 't.kind', on: 't.on_date', status: 't.status' },
    lines: list(
      'jsonb_build_array(l.product_id, l.quantity)',
      'public.bad_order_lines l where l.project_id = p and l.record_id = t.id',
      'l.line_no',
    ),
  }),
  imports: rows('imports', { kind: 't.kind', status: 't.import_status' }),
  customers: rows('customers', {
    ...{ name: 't.name', status: 't.approval_status', agent: 't.agent_id', tin: 't.tin_no' },
    ...{ credit_line: cents('t.credit_line'), terms: 't.terms_days' },
    ...{ group: 't.customer_group_id', list: 't.price_list_id', merged: 't.merged_into' },
  }),
  priceLists: rows('price_lists', {
    ...{ name: 't.name', from: 't.valid_from', usual: 't.is_default', status: 't.status' },
    floor_percent: cents('t.floor_percent'),
    items: `(select coalesce(jsonb_object_agg(coalesce(k.product_id::text, k.category_no || ':' || k.category) || '@' || k.valid_from,
      jsonb_build_object('price', ${cents('k.price')}, 'pieces', k.price_pieces, 'floor', ${cents('k.floor')}, 'percent', ${cents('k.percent')})), '{}')
      from public.price_list_items k where k.project_id = p and k.price_list_id = t.id)`,
  }),
  groups: rows('customer_groups', { name: 't.name', list: 't.price_list_id', status: 't.status' }),
  bookings: rows('bookings', {
    ...same('so_no', 'invoice_no'),
    ...{ customer: 't.customer_id', agent: 't.agent_id', opening: 't.is_opening' },
    ...{ approval: 't.approval_status', closed: 't.booking_status', hold: 't.on_hold' },
    ...{ override: 't.override_reason is not null', total: cents('t.total') },
    discount: cents('t.discount'),
    ...{ added: 't.date_added', invoiced: 't.date_invoiced', delivered: 't.date_delivered' },
    due: 't.date_due',
    lines: list(
      `jsonb_build_object('product', l.product_id, 'quantity', l.quantity, 'delivered', l.quantity_delivered,
        'released', l.quantity_released, 'srp', ${price('l.agent_srp')}, 'percent', ${cents('l.discount_percent')},
        'off', ${cents('l.discount_amount')}, 'free_of', l.free_of, 'returned', coalesce((select sum(k.quantity)
          from public.booking_credits k where k.project_id = p and k.line_id = l.id and k.kind = 'returned'), 0))`,
      'public.booking_lines l where l.project_id = p and l.booking_id = t.id',
      'l.line_no',
    ),
  }),
  requests: rows('warehouse_requests', {
    ...{ no: 't.request_no', booking: 't.booking_id', kind: 't.kind', status: 't.request_status' },
    lines: list(
      `jsonb_build_array(l.line_no - 1, r.quantity, r.stock_state = 'bad_order')`,
      `public.warehouse_request_lines r join public.booking_lines l on l.project_id = p and l.id = r.line_id
       where r.project_id = p and r.request_id = t.id`,
      'l.line_no',
    ),
  }),
  memos: rows('memos', {
    ...{ kind: 't.kind', reason: 't.reason_code', on: 't.on_date', customer: 't.customer_id' },
    ...{
      booking: 't.booking_id',
      source: 'coalesce(t.request_id, t.purchase_id)',
      status: 't.status',
    },
    ...{ amount: cents('t.amount'), vat: cents('t.vat_amount') },
  }),
  receipts: rows('collections', {
    ...{ cr_no: 't.cr_no', customer: 't.customer_id', agent: 't.agent_id', bank: 't.bank_id' },
    ...{ collector: 't.collector_id', type: 't.collection_type', amount: cents('t.amount') },
    ...{ on: 't.date_collected', status: 't.approval_status', archive: 't.from_archive' },
    ...{ cheque: 't.cheque_no', cheque_on: 't.cheque_date', state: 't.cheque_state' },
    ...{ cleared_on: 't.cheque_cleared_on', drr_no: 't.drr_no', drr_on: 't.drr_date' },
    ...{ remittance: 't.remittance_id', paid_back_on: 't.paid_back_on' },
    pays: `(select coalesce(jsonb_object_agg(a.booking_id, ${cents('a.amount')}), '{}') from (
      select x.booking_id, sum(x.amount) as amount from public.collection_allocations x
      where x.project_id = p and x.collection_id = t.id group by x.booking_id having sum(x.amount) <> 0) a)`,
  }),
  slips: rows('deposit_slips', {
    ...{ bank: 't.bank_id', no: 't.slip_no', on: 't.deposited_on' },
    cash: `(select ${cents('coalesce(sum(d.amount), 0)')} from public.cash_deposits d where d.project_id = p and d.slip_id = t.id)`,
  }),
  remittances: rows('remittances', {
    ...{ no: 't.drr_no', collector: 't.collector_id', on: 't.remitted_on', status: 't.status' },
    ...{ expected: cents('t.cash_expected'), counted: cents('t.cash_counted') },
    ...{ cheques: cents('t.cheques'), others: cents('t.others') },
  }),
  balances: `(select coalesce(jsonb_object_agg(b.bank_id, jsonb_build_object('told', b.told, 'last', b.last)), '{}') from (
    select x.bank_id, count(*) as told, (array_agg(${cents('x.balance')} order by x.id desc))[1] as last
    from public.bank_balances x where x.project_id = p group by x.bank_id) b)`,
  vouchers: rows('vouchers', {
    ...{ no: 't.voucher_no', status: 't.status', mode: 't.mode_of_payment', bank: 't.bank_id' },
    ...{ cheque_no: 't.cheque_no', cheque_on: 't.cheque_date', total: cents('t.total') },
    ...{ ewt: cents('t.ewt_amount'), added: 't.date_added', copies: 't.copies' },
    ...{ approved: 't.approved_at is not null', released_on: 't.date_released' },
    lines: list(
      cents('l.amount'),
      'public.voucher_lines l where l.project_id = p and l.voucher_id = t.id',
      'l.line_no',
    ),
  }),
  leaves: rows(
    'issued_cheques',
    {
      ...{ state: 't.state', in_book: 't.in_book', voucher: 't.voucher_id' },
      ...{ amount: cents('t.amount'), on: 't.cheque_date' },
      ...{ released_on: 't.released_on', cleared_on: 't.cleared_on' },
    },
    `t.bank_id || '/' || t.no_key`,
  ),
  targets: rows(
    'agent_targets',
    { sales: cents('t.sales'), collections: cents('t.collections') },
    `t.agent_id || '/' || to_char(t.from_month, 'YYYY-MM')`,
  ),
  accounts: rows('accounts', same('code', 'name', 'version'), 't.account'),
  views: rows('report_views', { user: 't.user_id', name: 't.name', search: 't.search' }),
}

const FIGURES = {
  bookings: rows('bookings', {
    ...{ collected: cents('t.collected'), credited: cents('t.credited') },
    ...{ balance: cents('t.balance'), status: 't.collection_status', stage: 't.stage' },
    ...{ uncleared: cents('t.uncleared'), paid: 't.date_paid', cleared: 't.date_cleared' },
  }),
  customers: rows('customers', {
    exposure: cents('private.exposure(p, t.id)'),
    unapplied: cents('(private.owed(p, t.id)).unapplied'),
    collectibles: cents('(private.owed(p, t.id)).collectibles'),
  }),
  // By booking, line and day: which of two deliveries came first shows in nothing else.
  soldVat: `(select coalesce(jsonb_object_agg(x.key, x.vat), '{}') from (
    select concat_ws('/', e.booking_id, l.line_no - 1, e.on_date) as key, ${cents('sum(e.vat_amount)')} as vat
    from public.sales_entries e join public.booking_lines l on l.project_id = e.project_id and l.id = e.line_id
    where e.project_id = p and e.kind = 'delivery' group by 1 having sum(e.pieces) <> 0) x)`,
  cash: `(select ${cents('coalesce(sum(o.amount), 0)')} from private.cash_balances o where o.project_id = p and o.holder_id = p)`,
}

/** Lists the tables whose rows have versions that clients send back. */
const VERSIONED =
  'products purchases product_edit_requests stock_counts bad_orders imports customers price_lists customer_groups bookings warehouse_requests collections remittances deposit_slips vouchers issued_cheques'

const object = (fields: Record<string, string>) =>
  Object.entries(fields).reduce(
    (all, [name, value]) => `${all} || jsonb_build_object('${name}', ${value})`,
    `'{}'::jsonb`,
  )
const versions = VERSIONED.split(' ').map(
  (table) => `select id, version from public.${table} where project_id = p`,
)
const lines = (table: string, head: string) =>
  `select l.${head}, jsonb_agg(l.id order by l.line_no) from public.${table} l where l.project_id = p group by l.${head}`

/** Makes the function that `look` calls: as one, so that the database plans it once a connection. */
export const prepareLooking = (db: TestDatabase) =>
  db.sql(`create or replace function private.model_snapshot(p uuid) returns jsonb language plpgsql as $$
begin
  return jsonb_build_object('books', ${object(BOOKS)}, 'figures', ${object(FIGURES)},
    'versions', (select jsonb_object_agg(v.id, v.version) from (${versions.join(' union all ')}
      union all select id, version from public.projects where id = p
      union all select id, version from public.memos where project_id = p
      union all select f.user_id, f.version from public.profiles f join public.memberships m on m.user_id = f.user_id and m.project_id = p) v),
    'lineIds', (select coalesce(jsonb_object_agg(x.head, x.ids), '{}') from (
      ${lines('purchase_lines', 'purchase_id')} union all ${lines('booking_lines', 'booking_id')}) x (head, ids)),
    'ids', (select coalesce(jsonb_object_agg(x.key, x.id), '{}') from (
      select c.bank_id || '/' || c.no_key, c.id from public.issued_cheques c where c.project_id = p) x (key, id)));
end $$`)

/** The project as it stands now. */
export async function look(db: TestDatabase, project: string): Promise<Snapshot> {
  const [row] = await db.sql<{ found: Snapshot }>(
    'select private.model_snapshot($1::uuid) as found',
    [project],
  )
  return row!.found
}

/** Natural names of documents whose ids the database did not tell. */
const NAMES = {
  ...{ products: 'code', customers: 'name', bookings: 'so_no', receipts: 'cr_no' },
  memos: 'source',
} as const

/** Documents that the model calls `new …` get the ids that they have in the database. */
export function withIds(company: BooksCompany, { books }: Snapshot): BooksCompany {
  let text = ''
  for (const [table, name] of Object.entries(NAMES) as ['products', 'code'][])
    for (const [key, doc] of Object.entries(company.books[table])) {
      if (!key.startsWith('new ')) continue
      const found = Object.entries(books[table]).find(([, other]) => other[name] === doc[name])
      text ||= JSON.stringify(company)
      if (found) text = text.replaceAll(JSON.stringify(key), JSON.stringify(found[0]))
    }
  return text ? (JSON.parse(text) as BooksCompany) : company
}
