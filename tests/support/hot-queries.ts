import type { BenchCompany } from '../../scripts/bench/database.ts'

/** Describes a frequent query, as PostgREST sends it: prepared, with the project filter written out. */
export interface HotQuery {
  name: string
  text: string
  /** Returns the values of $1 and so on. */
  values(company: BenchCompany): string[]
  /** Names the index (or the start of its name) that must find the rows. */
  index: string
}

const LIST =
  'id, so_no, stage, invoice_no, customer_name, store_name, agent_id, date_added, date_invoiced, date_delivered, total, balance, cleared_balance, version'

const bookings = (condition = '') =>
  `select ${LIST} from public.bookings where project_id = $1 ${condition} order by date_added desc, id desc limit 51`

/** Lists the ten most frequent queries. */
export const HOT_QUERIES: readonly HotQuery[] = [
  {
    name: 'bookings, newest 50',
    text: bookings(),
    values: ({ id }) => [id],
    index: 'bookings_list_idx',
  },
  {
    name: 'bookings, a page in the middle',
    text: bookings('and date_added <= $2 and (date_added < $2 or id < $3)'),
    values: ({ id, deep }) => [id, deep.date, deep.id],
    index: 'bookings_list_idx',
  },
  {
    name: 'bookings of a stage',
    text: bookings("and stage = 'invoiced'"),
    values: ({ id }) => [id],
    index: 'bookings_stage_idx',
  },
  {
    name: 'bookings of an agent',
    text: bookings('and agent_id = $2'),
    values: ({ id, agent }) => [id, agent],
    index: 'bookings_agent_idx',
  },
  {
    name: 'a booking',
    text: 'select * from public.bookings where project_id = $1 and id = $2',
    values: ofBooking,
    index: 'bookings_pkey',
  },
  {
    name: 'its lines with their products',
    text: `select l.*, p.description, p.material_code from public.booking_lines l
       join public.products p on p.project_id = l.project_id and p.id = l.product_id
       where l.project_id = $1 and l.booking_id = $2 order by l.line_no`,
    values: ofBooking,
    index: 'booking_lines_project_id_booking_id_line_no',
  },
  {
    name: 'its history',
    text: `select id, created_at, user_id, table_name, action, before, after from public.audit_log
       where project_id = $1 and document_id = $2 order by created_at desc, id desc limit 50`,
    values: ofBooking,
    index: 'audit_log_document_idx',
  },
  {
    name: 'its receipts',
    text: `select a.amount, a.effective_on, c.cr_no, c.collection_type from public.collection_allocations a
       join public.collections c on c.project_id = a.project_id and c.id = a.collection_id
       where a.project_id = $1 and a.booking_id = $2`,
    values: ofBooking,
    index: 'collection_allocations_booking_idx',
  },
  {
    name: 'receipts, newest 50',
    text: `select id, cr_no, customer_id, agent_id, collection_type, amount, approval_status, date_collected from public.collections
       where project_id = $1 order by date_collected desc, id desc limit 51`,
    values: ({ id }) => [id],
    index: 'collections_list_idx',
  },
  {
    name: 'what a customer owes',
    text: `select id, so_no, balance, date_due from public.bookings
       where project_id = $1 and customer_id = $2 and balance <> 0 and approval_status like 'approved%'`,
    values: ({ id, customer }) => [id, customer],
    index: 'bookings_open_idx',
  },
]

function ofBooking({ id, bookings: [first] }: BenchCompany): string[] {
  return [id, first!]
}
