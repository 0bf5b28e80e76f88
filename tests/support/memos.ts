import { randomUUID } from 'node:crypto'
import type { Fixture } from './fixture.ts'
import type { trade } from './trade.ts'

export interface MemoAnswer {
  id: string
  memo_no: string
  status: string
  amount: string
  version: number
}

/** Writes, approves and cancels credit and debit memos in project A, and reads what they posted. */
export function memos(fixture: Fixture, shop: ReturnType<typeof trade>) {
  return {
    write: (p_memo: object, user = fixture.role['sales admin'], idempotencyKey = randomUUID()) =>
      shop.rpc<MemoAnswer>('create_memo', { p_memo }, user, idempotencyKey),
    approve: (
      memo: { id: string; version: number },
      user = fixture.role['finance admin'],
      idempotencyKey = randomUUID(),
    ) =>
      shop.rpc<{ id: string; version: number }>(
        'approve_memo',
        { p_memo: memo.id, p_version: memo.version },
        user,
        idempotencyKey,
      ),
    cancel: (
      memo: { id: string; version: number },
      user = fixture.role['General Manager'],
      p_date: string | null = null,
    ) =>
      shop.rpc<{ id: string; version: number }>(
        'cancel_memo',
        {
          ...{ p_memo: memo.id, p_version: memo.version, p_date },
          p_reason: 'Written for the wrong store',
        },
        user,
      ),

    /** A delivered and invoiced booking of one line, with its numbers. */
    async sold(
      pieces: number,
      srp: string,
      invoiceNo: string,
      { customer, date }: { customer?: string; date?: string } = {},
    ) {
      const product = await shop.product(srp, pieces * 2)
      const buyer = customer ?? (await shop.customer())
      const booking = await shop.book(buyer, [[product, pieces, srp]], date)
      await shop.validate(booking.id, booking.version)
      await shop.invoice(booking.id, booking.version + 1, invoiceNo, date ?? null)
      await shop.deliver(booking.id, booking.version + 2, null, date ?? null)
      const [line] = await fixture.db.sql<{ id: string }>(
        'select id from public.booking_lines where booking_id = $1::uuid',
        [booking.id],
      )
      return { ...booking, customer: buyer, product, line: line!.id }
    },

    /** The entries of the receivables ledger that a memo posted, in their order. */
    receivables: (memo: string) =>
      fixture.db.sql(
        `select kind, on_date::text, amount::text, cleared_amount::text from public.receivable_entries
         where memo_id = $1::uuid order by id`,
        [memo],
      ),
    /** The sales entries of a booking, but for its delivery. */
    sales: (booking: string) =>
      fixture.db.sql(
        `select kind, on_date::text, pieces, amount::text, vat_amount::text, cost::text
         from public.sales_entries where booking_id = $1::uuid and kind <> 'delivery' order by id`,
        [booking],
      ),
    async memo(id: string) {
      const [row] = await fixture.db.sql<Record<string, string | number>>(
        `select memo_no, kind, on_date::text, amount::text, vat_amount::text, status, version
         from public.memos where id = $1::uuid`,
        [id],
      )
      return row!
    },
  }
}
