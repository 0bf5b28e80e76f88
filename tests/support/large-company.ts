import { DEMO_ID } from '../../scripts/demo/people.ts'
import { connect, type PostgresServer } from './warm-servers.ts'

/** Number of customers, products and payees of a large company. */
export const MANY = 5000

const pad = (n: number) => String(n).padStart(5, '0')

/** Names of the nth of each kind; they sort behind everything that the demo company has. */
export const nth = {
  customer: (n: number) => `Zz Store ${pad(n)}`,
  product: (n: number) => `Zz Product ${pad(n)}`,
  code: (n: number) => `ZZ-${pad(n)}`,
  payee: (n: number) => `Zz Payee ${pad(n)}`,
  /** A twentieth as many areas as customers, and suppliers as products. */
  area: (n: number) => `Zz Area ${pad(Math.ceil(n / 20))}`,
  supplier: (n: number) => `Zz Supplier ${pad(Math.ceil(n / 20))}`,
}

const series = (from: string, until: string) => `generate_series(${from}, ${until}) n`
/** The same id in every run, and one that the forms take for an id. */
const id = (kind: string) =>
  `overlay(overlay(md5('large ${kind} ' || n) placing '4' from 13) placing '8' from 17)::uuid`
const padded = (n: string) => `lpad((${n})::text, 5, '0')`

/** Statements that add those from $2 to $3 to the company $1, each kind as one set. */
const FILL = [
  `insert into public.customers (project_id, id, name, store_name, address, area, agent_id, approval_status, date_added)
   select $1, ${id('customer')}, 'Zz Store ' || ${padded('n')}, 'Branch ' || n, n || ' Rizal Avenue, Quezon City',
     'Zz Area ' || ${padded('(n + 19) / 20')}, a.ids[1 + n % cardinality(a.ids)], 'approved', current_date
   from ${series('$2', '$3')}, (select array_agg(user_id order by user_id) as ids from public.memberships where project_id = $1 and role = 'Agent') a`,
  `insert into public.suppliers (project_id, name)
   select distinct $1, 'Zz Supplier ' || ${padded('(n + 19) / 20')} from ${series('$2', '$3')}
   on conflict on constraint suppliers_name_key do nothing`,
  `insert into public.products (project_id, id, description, supplier, supplier_id, material_code, case_config, def_cost, def_srp)
   select $1, ${id('product')}, 'Zz Product ' || ${padded('n')}, s.name, s.id, 'ZZ-' || ${padded('n')}, 12, 8, 10
   from ${series('$2', '$3')}
   join public.suppliers s on s.project_id = $1 and s.name = 'Zz Supplier ' || ${padded('(n + 19) / 20')}`,
  `insert into public.inventory (project_id, product_id, current_srp) select $1, ${id('product')}, 10 from ${series('$2', '$3')}`,
  `insert into public.payees (project_id, id, fname, account_no)
   select $1, ${id('payee')}, 'Zz Payee ' || ${padded('n')}, 'A-' || n from ${series('$2', '$3')}`,
]

/** Statements that add short lists longer than one answer of the API, and more pending vouchers than a page shows. */
const LONG_LISTS = [
  `insert into public.cost_centers (project_id, cost_center) select $1, 'Zz Center ' || ${padded('n')} from ${series('1', '1100')}`,
  `insert into public.banks (project_id, bank, account_no) select $1, 'Zz Bank', ${padded('n')} from ${series('1', '1100')}`,
  `insert into public.vouchers (project_id, voucher_no, payee_id, pay_to, mode_of_payment, total, date_added)
   select $1, 90000 + n, p.id, 'Zz Payee', 'cash', 10, date '2001-01-01' + n
   from ${series('1', '120')}, (select id from public.payees where project_id = $1 limit 1) p`,
  `insert into public.bookings (project_id, so_no, customer_id, customer_name, agent_id, approval_status, validated_at, total, date_added, invoice_no, date_invoiced)
   select $1, 'ZZ-' || n, c.id, 'Zz Store 00001', c.agent_id, 'approved', now(), 10, date '2001-01-01' + n, 'ZZ-' || n, date '2001-01-01' + n
   from ${series('1', '201')}, (select id, agent_id from public.customers where project_id = $1 and name = 'Zz Store 00001') c`,
  `insert into public.bookings (project_id, so_no, customer_id, customer_name, agent_id, approval_status, validated_at, total, date_added, invoice_no, date_invoiced)
   select $1, 'ZY-' || c.id, c.id, c.name, c.agent_id, 'approved', now(), 10, date '2001-01-01', 'ZY-' || c.id, date '2001-01-01'
   from public.customers c where c.project_id = $1 and c.name between 'Zz Store 00002' and 'Zz Store 00250'`,
  `insert into private.booked_names (project_id, customer_id, search_key)
   select b.project_id, b.customer_id, lower(b.customer_name || ' ') from public.bookings b where b.project_id = $1 and b.so_no ~ '^Z[YZ]-'
   on conflict do nothing`,
  'select private.keep_all_numbers()',
  `insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, due_date, amount, cleared_amount)
   select b.project_id, b.date_invoiced, 'invoice', b.customer_id, b.agent_id, b.id, b.date_invoiced, b.total, b.total
   from public.bookings b where b.project_id = $1 and b.so_no ~ '^Z[YZ]-'`,
  `insert into private.receivable_positions (project_id, document_id, is_booking, customer_id, amount, cleared_amount, charged, opened_on, moved_on)
   select b.project_id, b.id, true, b.customer_id, b.total, b.total, b.total, b.date_invoiced, b.date_invoiced
   from public.bookings b where b.project_id = $1 and b.so_no ~ '^Z[YZ]-'`,
]

/**
 * Adds customers, products and payees to the demo company of a server, from one number to another. Triggers are passed:
 * what they would write is written with it.
 */
export async function fillCompany(server: PostgresServer, from = 1, until = MANY): Promise<void> {
  await fill(
    server,
    FILL.map((text) => text.replaceAll('$2', `${from}`).replaceAll('$3', `${until}`)),
  )
}

/** Adds 1,100 cost centers and bank accounts, 120 pending vouchers, and open bookings: 201 of one customer, 249 of others. */
export const fillLists = (server: PostgresServer) => fill(server, LONG_LISTS)

async function fill(server: PostgresServer, statements: readonly string[]): Promise<void> {
  const sql = connect(server)
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe('set local session_replication_role = replica')
      for (const text of statements) await tx.unsafe(text.replaceAll('$1', `'${DEMO_ID}'::uuid`))
    })
    await sql.unsafe(
      'analyze public.customers, public.products, public.inventory, public.payees, public.suppliers',
    )
  } finally {
    await sql.end()
  }
}
