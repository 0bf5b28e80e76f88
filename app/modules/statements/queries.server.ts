import { row, rows } from '~/platform/db/command.server'
import type { Json } from '~/platform/db/database.types'
import type { Keyset, Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import type { StatementFilters } from './filters'
import type { StatementPeriod } from './period'

/** The answer of the SQL function; amounts are texts. */
interface Answer {
  opening: string
  charges: string
  credits: string
  closing: string
  uncleared: string
  remaining: string
  entries: {
    on: string
    kind: string
    /** The customer itself, where it was merged. */
    document: 'booking' | 'collection' | 'memo' | 'customer'
    id: string
    no: string | null
    so_no: string | null
    note: string | null
    due: string | null
    charge: string
    credit: string
    balance: string
  }[]
  cheques: {
    no: string
    on: string
    bank: string
    cheque: string
    dated: string
    state: 'post_dated' | 'on_hand' | 'deposited'
    amount: string
  }[]
  open: {
    kind: string
    id: string
    no: string | null
    so_no: string | null
    on: string
    /** Null for unapplied credit, as its age. */
    due: string | null
    age: number | null
    total: string
    collected: string
    balance: string
  }[]
  ageing: Record<string, string>
  unapplied: string
  not_invoiced: { id: string; so_no: string; on: string; balance: string }[]
}

/** The customer of a statement as the SQL functions answer it. */
interface Head {
  name: string
  store_name: string | null
  address: string | null
  tin_no: string | null
  terms_days: number
}

const customerOf = (id: string, head: Head): StatementCustomer => ({
  id,
  name: head.name,
  storeName: head.store_name,
  address: head.address,
  tinNo: head.tin_no,
  termsDays: head.terms_days,
})

/**
 * Reads a customer's statement of account, with the customer as known at the same moment.
 * `closing` is the amount due when only cleared money counts, the customer's cleared balance in the
 * AR report as of the last day (invariant 8); `remaining` is what is left of it after cheques that
 * have not cleared.
 *
 * @throws A 404 response when the customer is missing or belongs to another project.
 */
export async function readStatement(
  db: Db,
  projectId: string,
  customerId: string,
  { from, to }: StatementPeriod,
  knownAt: string | null,
): Promise<{ customer: StatementCustomer; statement: Statement }> {
  const found = row(
    await db.rpc('customer_statement', {
      p_project: projectId,
      p_customer: customerId,
      p_filters: { from, to, known_at: knownAt },
    }),
  )
  const answer = found as unknown as Answer & { customer: Head }
  return {
    customer: customerOf(customerId, answer.customer),
    statement: statementOf(answer, { from, to }),
  }
}

function statementOf(answer: Answer, { from, to }: StatementPeriod) {
  return {
    from,
    to,
    opening: money(answer.opening),
    charges: money(answer.charges),
    credits: money(answer.credits),
    closing: money(answer.closing),
    uncleared: money(answer.uncleared),
    remaining: money(answer.remaining),
    entries: answer.entries.map(({ so_no, ...entry }, index) => ({
      ...entry,
      index,
      soNo: so_no,
      charge: money(entry.charge),
      credit: money(entry.credit),
      balance: money(entry.balance),
    })),
    cheques: answer.cheques.map((cheque) => ({ ...cheque, amount: money(cheque.amount) })),
    open: answer.open.map(({ so_no, ...open }) => ({
      ...open,
      soNo: so_no,
      balance: money(open.balance),
    })),
    unapplied: money(answer.unapplied),
    ageing: Object.fromEntries(
      Object.entries(answer.ageing).map(([bucket, amount]) => [bucket, money(amount)]),
    ) as Record<string, Money>,
    notInvoiced: answer.not_invoiced.map(({ so_no, ...booking }) => ({
      ...booking,
      soNo: so_no,
      balance: money(booking.balance),
    })),
  }
}

export type Statement = ReturnType<typeof statementOf>
export type StatementEntry = Statement['entries'][number]
export type StatementCheque = Statement['cheques'][number]

/** A customer as the head of its statement shows it. */
export interface StatementCustomer {
  id: string
  name: string
  storeName: string | null
  address: string | null
  tinNo: string | null
  termsDays: number
}

interface StatementPage extends Page<{ customer: StatementCustomer; statement: Statement }> {
  /** The number of customers on all pages. */
  customers: number
}

/** Statements that are read by one question: others wait that long for the one connection of an embedded database. */
const PART = 25

/**
 * Lists one page of the statements of account of many customers, by name: first the customers, then their statements a few at a
 * time, so that the questions of others come between. Each statement shows one moment; the page does with `knownAt` alone.
 */
export async function listStatements(
  db: Db,
  projectId: string,
  filters: StatementFilters,
  keyset: Keyset,
  knownAt: string | null,
): Promise<StatementPage> {
  const ask = (more: Record<string, Json>) =>
    db.rpc('customer_statements', {
      p_project: projectId,
      p_filters: { ...filters, ...more, known_at: knownAt },
    })
  const page = await readPage(keyset, (cursor) => ask({ ...cursor, heads: true }))
  const statements = new Map<string, Statement>()
  for (let at = 0; at < page.rows.length; at += PART) {
    const customers = page.rows.slice(at, at + PART).map(({ customer_id }) => customer_id)
    for (const { customer_id, statement } of rows(await ask({ customers })))
      statements.set(customer_id, statementOf(statement as unknown as Answer, filters))
  }
  return {
    ...page,
    customers: Number(page.rows[0]?.customers ?? 0),
    rows: page.rows.flatMap((each) => {
      const statement = statements.get(each.customer_id)
      return statement ? [{ customer: customerOf(each.customer_id, each), statement }] : []
    }),
  }
}
