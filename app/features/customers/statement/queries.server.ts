import { row } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { type Money, money } from '~/platform/money'
import type { Period } from './period'

/** What the SQL function answers; amounts are texts. */
interface Answer {
  opening: string
  charges: string
  credits: string
  closing: string
  uncleared: string
  cleared: string
  entries: {
    on: string
    kind: string
    id: string
    no: string
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
    amount: string
  }[]
  open: {
    kind: string
    id: string | null
    no: string | null
    so_no: string | null
    on: string
    due: string
    age: number
    total: string
    collected: string
    balance: string
  }[]
  ageing: Record<string, string>
  not_invoiced: { id: string; so_no: string; on: string; balance: string }[]
}

/**
 * Statement of account of a customer. `closing` is the customer's balance in the AR report as of the
 * last day, `cleared` what is owed when cleared money alone counts.
 *
 * @throws the 404 page for a missing customer or another project's.
 */
export async function readStatement(
  db: Db,
  projectId: string,
  customerId: string,
  { from, to }: Period,
) {
  const answer = row(
    await db.rpc('customer_statement', {
      p_project: projectId,
      p_customer: customerId,
      p_filters: { from, to },
    }),
  ) as unknown as Answer
  const opening = money(answer.opening)
  return {
    from,
    to,
    opening,
    charges: money(answer.charges),
    credits: money(answer.credits),
    closing: money(answer.closing),
    uncleared: money(answer.uncleared),
    cleared: money(answer.cleared),
    entries: answer.entries.map(({ so_no, ...entry }, place) => ({
      ...entry,
      place,
      soNo: so_no,
      charge: money(entry.charge),
      credit: money(entry.credit),
      balance: money(entry.balance),
    })),
    cheques: answer.cheques.map((cheque) => ({ ...cheque, amount: money(cheque.amount) })),
    open: answer.open.map(({ so_no, ...open }) => ({
      ...open,
      soNo: so_no,
      age: Number(open.age),
      balance: money(open.balance),
    })),
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

export type Statement = Awaited<ReturnType<typeof readStatement>>
export type Entry = Statement['entries'][number]
