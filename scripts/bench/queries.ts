import type { BenchCompany } from './database.ts'

/** Describes a frequent query of screens, as the data API sends it, with the project filter written out. */
export interface HotQuery {
  name: string
  text(company: BenchCompany): string
  /** Names the index (or the start of its name) that must find the rows: tests/db/postgres/bench.test.ts checks the plans. */
  index: string
}

const LIST =
  'id, so_no, stage, invoice_no, customer_name, store_name, agent_id, date_added, date_invoiced, date_delivered, total, balance, cleared_balance, version'

const bookings = ({ id }: BenchCompany, condition = '') =>
  `select ${LIST} from public.bookings where project_id = '${id}' ${condition} order by date_added desc, id desc limit 51`

/** Lists the ten most frequent queries. */
export const HOT_QUERIES: readonly HotQuery[] = [
  { name: 'bookings, newest 50', text: (of) => bookings(of), index: 'bookings_list_idx' },
  {
    name: 'bookings, a page in the middle',
    text: (of) =>
      bookings(
        of,
        `and date_added <= '${of.deep.date}' and (date_added < '${of.deep.date}' or id < '${of.deep.id}')`,
      ),
    index: 'bookings_list_idx',
  },
  {
    name: 'bookings of a stage',
    text: (of) => bookings(of, "and stage = 'invoiced'"),
    index: 'bookings_stage_idx',
  },
  {
    name: 'bookings of an agent',
    text: (of) => bookings(of, `and agent_id = '${of.agent}'`),
    index: 'bookings_agent_idx',
  },
  {
    name: 'a booking',
    text: (of) =>
      `select * from public.bookings where project_id = '${of.id}' and id = '${of.bookings[0]}'`,
    index: 'bookings_pkey',
  },
  {
    name: 'its lines with their products',
    text: (of) =>
      `select l.*, p.description, p.material_code from public.booking_lines l
       join public.products p on p.project_id = l.project_id and p.id = l.product_id
       where l.project_id = '${of.id}' and l.booking_id = '${of.bookings[0]}' order by l.line_no`,
    index: 'booking_lines_project_id_booking_id_line_no',
  },
  {
    name: 'its history',
    text: (of) =>
      `select id, created_at, user_id, table_name, action, before, after from public.audit_log
       where project_id = '${of.id}' and document_id = '${of.bookings[0]}' order by created_at desc, id desc limit 50`,
    index: 'audit_log_document_idx',
  },
  {
    name: 'its receipts',
    text: (of) =>
      `select a.amount, a.effective_on, c.cr_no, c.collection_type from public.collection_allocations a
       join public.collections c on c.project_id = a.project_id and c.id = a.collection_id
       where a.project_id = '${of.id}' and a.booking_id = '${of.bookings[0]}'`,
    index: 'collection_allocations_booking_idx',
  },
  {
    name: 'receipts, newest 50',
    text: (of) =>
      `select id, cr_no, customer_id, agent_id, collection_type, amount, approval_status, date_collected from public.collections
       where project_id = '${of.id}' order by date_collected desc, id desc limit 51`,
    index: 'collections_list_idx',
  },
  {
    name: 'what a customer owes',
    text: (of) =>
      `select id, so_no, balance, date_due from public.bookings
       where project_id = '${of.id}' and customer_id = '${of.customer}' and balance <> 0 and approval_status like 'approved%'`,
    index: 'bookings_open_idx',
  },
]
