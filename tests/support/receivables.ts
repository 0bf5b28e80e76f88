import type { Fixture } from './fixture.ts'
import { reportTable } from './reports.ts'
import type { trade } from './trade.ts'

export interface SqlStatement {
  /** The head of a statement that is asked for alone. */
  customer?: Record<string, string | number | null>
  opening: string
  charges: string
  credits: string
  closing: string
  uncleared: string
  remaining: string
  entries: {
    on: string
    kind: string
    id: string
    no: string
    charge: string
    credit: string
    balance: string
    note: string | null
  }[]
  cheques: { no: string; dated: string; state: string; amount: string }[]
  open: { kind: string; no: string; balance: string; age: number | null; due: string | null }[]
  ageing: Record<string, string>
  unapplied: string
  not_invoiced: { so_no: string }[]
}

const AR_COLUMNS = `level text, row_key text, row_kind text, customer_id uuid, agent_id uuid, document_id uuid, terms_days int, age_days int,
  balance numeric, ageing jsonb, overdue numeric, uncleared numeric, next_cheque date, cleared_balance numeric, unapplied numeric,
  credit_line numeric, credit_left numeric, documents int, customers int, agents int`

/** A row of `report_ar`; amounts are texts. */
export type ArRow = Record<string, string | null>

/** Whole centavos. */
export const cents = (amount: string | null | undefined) =>
  BigInt((amount ?? '0.00').replace('.', ''))

export const sumAmounts = (amounts: readonly (string | null | undefined)[]) =>
  amounts.reduce((total, each) => total + cents(each), 0n)

/** Years of dealings in short words: sales and receipts on days before today (negative), and what they come to. */
export function receivables(fixture: Fixture, shop: ReturnType<typeof trade>) {
  const finance = () => fixture.role['finance admin']
  let serial = 0
  const day = async (offset: number) =>
    (
      await fixture.db.sql<{ day: string }>(
        'select (private.business_date($1::uuid) + $2::text::int)::text as day',
        [fixture.a, String(offset)],
      )
    )[0]!.day

  return {
    day,
    /** A validated booking at 10.00 a piece; invoiced and delivered on those days, if at all. */
    async sell(
      customer: string,
      product: string,
      pieces: number,
      on: { invoiced?: number; delivered?: number; deliver?: number; agent?: string } = {},
    ) {
      const made = await shop.rpc<{ id: string; so_no: string; version: number }>(
        'create_booking',
        {
          p_booking: {
            customer_id: customer,
            agent_id: on.agent,
            date_added: await day(-60),
            lines: [{ product_id: product, quantity: pieces, agent_srp: '10.00' }],
          },
        },
      )
      let { version } = await shop.validate(made.id, made.version)
      if (on.delivered !== undefined) {
        const [line] = await fixture.db.sql<{ id: string }>(
          'select id from public.booking_lines where booking_id = $1::uuid',
          [made.id],
        )
        version = (
          await shop.deliver(
            made.id,
            version,
            {
              lines: [{ line_id: line!.id, quantity: on.deliver ?? pieces }],
              remainder: 'release',
            },
            await day(on.delivered),
          )
        ).version
      }
      if (on.invoiced !== undefined)
        await shop.invoice(made.id, version, `ST-${++serial}`, await day(on.invoiced))
      return made
    },
    /** An approved receipt of a day; a cheque when its date is given. */
    async receive(
      customer: string,
      amount: string,
      on: number,
      parts: [booking: string, amount: string][],
      chequeDated?: number,
    ) {
      const no = `R-${++serial}`
      const made = await shop.rpc<{ id: string; version: number }>('record_collection', {
        p_collection: {
          customer_id: customer,
          collection_type: chequeDated === undefined ? 'cash' : 'cheque',
          amount,
          cr_no: no,
          date_collected: await day(on),
          allocations: parts.map(([booking_id, part]) => ({ booking_id, amount: part })),
          ...(chequeDated === undefined
            ? {}
            : { cheque_bank: 'BDO', cheque_no: no, cheque_date: await day(chequeDated) }),
        },
      })
      await shop.approve(made.id)
      return { id: made.id, version: made.version + 1 }
    },
    statement: async (customer: string, filters: object = {}, user = finance()) =>
      (
        await fixture.db.as<{ s: SqlStatement }>(
          user,
          'select public.customer_statement($1::uuid, $2::uuid, $3::text::jsonb) as s',
          [fixture.a, customer, JSON.stringify(filters)],
        )
      )[0]!.s,
    /** Statements of everyone whom the filters find. */
    statements: (filters: object = {}, user = finance()) =>
      fixture.db.as<{
        customer_id: string
        row_key: string
        customers: string
        statement: SqlStatement
      }>(
        user,
        'select customer_id, row_key, customers::text, statement from public.customer_statements($1::uuid, $2::text::jsonb)',
        [fixture.a, JSON.stringify(filters)],
      ),
    report: (filters: object = {}, user = finance()) =>
      fixture.db.as<ArRow>(
        user,
        `select level, row_key, row_kind, customer_id, agent_id, document_id, terms_days::text, age_days::text, balance::text, b.*, overdue::text, uncleared::text, next_cheque::text,
           cleared_balance::text, unapplied::text, credit_line::text, credit_left::text, documents::text, customers::text, agents::text
         from ${reportTable('report_ar', '$1::uuid, $2::text::jsonb', AR_COLUMNS)} r,
           jsonb_to_record(ageing) b (bucket_current text, bucket_1 text, bucket_2 text, bucket_3 text, bucket_4 text)`,
        [fixture.a, JSON.stringify(filters)],
      ),
    async position(customer: string) {
      const [row] = await fixture.db.as<ArRow>(
        finance(),
        `select collectibles::text, cleared_balance::text, uncleared::text, unapplied::text, credit_line::text, credit_left::text
         from public.customer_position($1::uuid, $2::uuid)`,
        [fixture.a, customer],
      )
      return row!
    },
  }
}

/** Posts the opening balances that a test wrote straight into the bookings of a project. */
export const postOpeningBalances = (fixture: Fixture, project: string) =>
  fixture.db.sql(
    `insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, due_date, amount, cleared_amount)
     select project_id, date_invoiced, 'opening', customer_id, agent_id, id, date_due, total, total
     from public.bookings where project_id = $1::uuid and is_opening`,
    [project],
  )
