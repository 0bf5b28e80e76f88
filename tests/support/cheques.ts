import { randomUUID } from 'node:crypto'
import type { Fixture } from './fixture.ts'
import type { trade } from './trade.ts'

/** Row of `cheque_register`, as far as tests look at it. */
export type SqlRegisterRow = {
  row_key: string
  collection_id: string
  cheque_no: string
  so_no: string | null
  applied: string | null
  held_by: string | null
}

/** Holds the work of a treasurer with cheques, each step through its command. Dates are days before (-) or after today. */
export function treasury(fixture: Fixture, t: ReturnType<typeof trade>, project: 'a' | 'b' = 'a') {
  const finance = () => (project === 'a' ? fixture.role['finance admin'] : fixture.staffB)
  let serial = 0
  const rpc = t.rpc
  return {
    /** Today in the project, moved by some days. */
    async day(offset = 0): Promise<string> {
      const [row] = await fixture.db.sql<{ day: string }>(
        'select (private.business_date($1::uuid) + $2::text::int)::text as day',
        [fixture[project], String(offset)],
      )
      return row!.day
    },
    async bank(): Promise<string> {
      const id = randomUUID()
      await fixture.db.as(
        finance(),
        'insert into public.banks (project_id, id, bank, account_no) values ($1::uuid, $2::uuid, $3, $4)',
        [fixture[project], id, `Bank ${++serial}`, id.slice(0, 12)],
      )
      return id
    },
    /** A payee, a releaser and a cost center. */
    masters: () =>
      fixture.db.as(
        finance(),
        `with payee as (insert into public.payees (project_id, fname) values ($1::uuid, 'Landlord')),
              releaser as (insert into public.releasers (project_id, fname, lname) values ($1::uuid, 'Ana', 'Cruz'))
         insert into public.cost_centers (project_id, cost_center) values ($1::uuid, 'Warehouse')`,
        [fixture[project]],
      ),
    /** A validated, invoiced and delivered booking of one line. */
    async owing(customer: string, product: string, pieces: number, srp: string) {
      const { id, version, so_no } = await t.book(customer, [[product, pieces, srp]])
      await t.validate(id, version)
      await t.invoice(id, version + 1, `INV-${so_no}`)
      await t.deliver(id, version + 2)
      return { id, so_no }
    },
    /** A recorded and approved cheque. */
    async cheque(
      customer: string,
      amount: string,
      allocations: [booking: string, amount: string][],
      chequeDate: string,
      collected: string | null = null,
    ): Promise<{ id: string; version: number }> {
      const no = `CHQ-${++serial}`
      const made = await rpc<{ id: string; version: number }>('record_collection', {
        p_collection: {
          customer_id: customer,
          collection_type: 'cheque',
          amount,
          cr_no: `CR-${no}`,
          date_collected: collected,
          cheque_bank: 'Customers Bank',
          cheque_no: no,
          cheque_date: chequeDate,
          allocations: allocations.map(([booking_id, part]) => ({ booking_id, amount: part })),
        },
      })
      await t.approve(made.id)
      return { id: made.id, version: made.version + 1 }
    },
    deposit: (
      bank: string,
      cheques: { id: string; version: number }[],
      on: string | null = null,
      slip = `SLIP-${++serial}`,
      cash: string | null = null,
    ) =>
      rpc<{ id: string; cash: string }>('deposit_cheque', {
        p_deposit: { bank_id: bank, slip_no: slip, deposited_on: on, cheques, cash },
      }),
    /** Saves the bank statement balance of an account at the end of a day. */
    state: (bank: string, balance: string, on: string | null = null) =>
      rpc('record_bank_balance', { p_balance: { bank_id: bank, balance, on_date: on } }),
    clear: (cheque: { id: string; version: number }, on: string | null = null) =>
      rpc('clear_cheque', { p_collection: cheque.id, p_version: cheque.version, p_date: on }),
    bounce: (cheque: { id: string; version: number }, on: string | null = null) =>
      rpc('return_cheque', {
        p_collection: cheque.id,
        p_version: cheque.version,
        p_date: on,
        p_reason: 'DAIF',
      }),
    /** Replaces a cheque by a receipt that a second person approves. */
    async replace(cheque: { id: string; version: number }, receipt: Record<string, unknown>) {
      const made = await rpc<{ id: string; version: number; cr_no: string }>('replace_cheque', {
        p_collection: cheque.id,
        p_version: cheque.version,
        p_receipt: { collection_type: 'cash', cr_no: `CR-R${++serial}`, ...receipt },
      })
      return { ...made, ...(await t.approve(made.id, made.version)) }
    },
    use: (
      cheque: { id: string; version: number },
      allocations: { booking_id: string; amount: string }[],
    ) =>
      rpc('allocate_credit', {
        p_collection: cheque.id,
        p_version: cheque.version,
        p_allocations: { allocations },
      }),
    register: (tab: string, filters: Record<string, unknown> = {}) =>
      fixture.db.as<SqlRegisterRow>(
        finance(),
        'select * from public.cheque_register($1::uuid, $2::text::jsonb)',
        [fixture[project], JSON.stringify({ tab, ...filters })],
      ),
    async tabs(): Promise<Record<string, string>> {
      const rows = await fixture.db.as<{ tab: string; cheques: string; amount: string }>(
        finance(),
        'select tab, cheques::text, amount::text from public.cheque_totals($1::uuid)',
        [fixture[project]],
      )
      return Object.fromEntries(
        rows.map(({ tab, cheques, amount }) => [tab, `${cheques} ${amount}`]),
      )
    },
    async owed(asOf: string, customer: string): Promise<string> {
      const [row] = await fixture.db.as<{ balance: string }>(
        finance(),
        `select balance::text from public.report_ar($1::uuid, jsonb_build_object('as_of', $2::text, 'customer_id', $3::text, 'level', 'total'))`,
        [fixture[project], asOf, customer],
      )
      return row?.balance ?? '0.00'
    },
  }
}
