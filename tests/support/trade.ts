import { randomUUID } from 'node:crypto'
import type { Fixture } from './fixture.ts'

/** Holds the daily work of a company, each step through its command, as the right person. */
export function trade(fixture: Fixture, project: 'a' | 'b' = 'a') {
  const id = () => (project === 'a' ? fixture.a : fixture.b)
  const staff = () => (project === 'a' ? fixture.role['special access 1'] : fixture.staffB)
  const agent = () => (project === 'a' ? fixture.role.Agent : fixture.agentB)
  /** Approves what the staff recorded: a second person (docs/permissions.md, Separation of duties). */
  const finance = () => (project === 'a' ? fixture.role['finance admin'] : fixture.financeB)
  const rpc = <T = Record<string, string>>(
    name: string,
    args: Record<string, unknown>,
    user = byFinance.includes(name) ? finance() : staff(),
    idempotencyKey = randomUUID(),
  ) =>
    fixture.db.rpc<T>(user, name, { p_project: id(), p_idempotency_key: idempotencyKey, ...args })
  /** Customers and their credit lines are the work of finance. */
  const byFinance = ['request_customer', 'decide_customer', 'set_credit_line', 'import_customers']
  let serial = 0

  return {
    rpc,
    async product(srp = '10.00', stock = 0, caseConfig = 12): Promise<string> {
      const product = randomUUID()
      // Nobody's own: who sets the first SRP of a product does not validate its first booking.
      await fixture.db.sql(
        `insert into public.products (project_id, id, description, material_code, case_config, def_cost, def_srp)
         values ($1::uuid, $2::uuid, $3, $3, $4::text::int, '7.00', $5::text::numeric)`,
        [id(), product, `Product ${++serial} ${product.slice(0, 8)}`, String(caseConfig), srp],
      )
      // Long ago, so that days before today have them too.
      if (stock > 0) await this.buy(product, stock, 'purchase', undefined, '2015-01-05')
      return product
    },
    /** Goods in or out; those of a customer come back for nothing. */
    buy: (product: string, quantity: number, kind = 'purchase', customer?: string, date?: string) =>
      rpc('create_purchase', {
        p_purchase: {
          po_no: `PO-${++serial}`,
          supplier: 'Supplier',
          kind,
          customer_id: customer,
          date_added: date,
          delivery_date: date,
          lines: [
            { product_id: product, quantity, cost: '7.00', ...(customer && { prod_srp: '0' }) },
          ],
        },
      }),
    async customer(creditLine: string | null = null, terms = 30): Promise<string> {
      const made = await rpc('request_customer', {
        p_customer: {
          name: `Store ${++serial}`,
          agent_id: agent(),
          credit_line: creditLine,
          terms_days: String(terms),
        },
      })
      return made.id!
    },
    book: (
      customer: string,
      lines: [product: string, quantity: number, srp: string][],
      date?: string,
    ) =>
      rpc<{ id: string; so_no: string; total: string; version: number }>('create_booking', {
        p_booking: {
          customer_id: customer,
          date_added: date,
          lines: lines.map(([product_id, quantity, agent_srp]) => ({
            product_id,
            quantity,
            agent_srp,
          })),
        },
      }),
    validate: (booking: string, version: number, reason: string | null = null, user = staff()) =>
      rpc<{ version: number }>(
        'validate_booking',
        { p_booking: booking, p_version: version, p_override_reason: reason },
        user,
      ),
    invoice: (
      booking: string,
      version: number,
      no: string,
      date: string | null = null,
      reason: string | null = null,
    ) =>
      rpc<{ version: number }>('set_invoice', {
        p_booking: booking,
        p_version: version,
        p_invoice_no: no,
        p_date: date,
        p_reason: reason,
      }),
    deliver: (
      booking: string,
      version: number,
      lines: object | null = null,
      date: string | null = null,
    ) =>
      rpc<{ version: number }>('deliver_booking', {
        p_booking: booking,
        p_version: version,
        p_date: date,
        p_lines: lines,
      }),
    collect: (
      customer: string,
      amount: string,
      allocations: [booking: string, amount: string][],
      cr = `CR-${++serial}`,
    ) =>
      rpc<{ id: string; version: number }>('record_collection', {
        p_collection: {
          customer_id: customer,
          collection_type: 'cash',
          amount,
          cr_no: cr,
          allocations: allocations.map(([booking_id, part]) => ({ booking_id, amount: part })),
        },
      }),
    approve: (collection: string, version = 1, user = finance()) =>
      rpc<{ id: string; version: number }>(
        'approve_collection',
        { p_collection: collection, p_version: version },
        user,
      ),
    cancelCollection: (collection: string, version: number, user = finance()) =>
      rpc(
        'cancel_collection',
        { p_collection: collection, p_version: version, p_reason: 'Wrong' },
        user,
      ),
    async booking(booking: string) {
      const [row] = await fixture.db.sql<Record<string, string>>(
        `select stage, version, total::text, collected::text, credited::text, balance::text, collection_status, invoice_no,
           date_due::text, date_paid::text, so_no from public.bookings where id = $1::uuid`,
        [booking],
      )
      return row!
    },
    async stock(product: string) {
      const [row] = await fixture.db.sql<{
        on_hand: number
        reserved: number
        available: number
        current_srp: string
      }>(
        'select on_hand, reserved, available, current_srp::text from public.inventory where product_id = $1::uuid',
        [product],
      )
      return row!
    },
    async position(customer: string) {
      const [row] = await fixture.db.as<Record<string, string | null>>(
        staff(),
        `select collectibles::text, exposure::text, uncleared::text, unapplied::text, credit_left::text from public.customer_position($1::uuid, $2::uuid)`,
        [id(), customer],
      )
      return row!
    },
  }
}
