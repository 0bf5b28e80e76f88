import type { testFixture } from './fixture.ts'
import { memos } from './memos.ts'
import { receivables } from './receivables.ts'
import type { trade } from './trade.ts'

/** Bookings and receipts of project A on days before today (negative), each step through its command. */
export function pastTrade(fixture: ReturnType<typeof testFixture>, shop: ReturnType<typeof trade>) {
  const notes = memos(fixture, shop)
  const { day } = receivables(fixture, shop)
  let product = ''
  let serial = 0
  const no = () => `AC-${++serial}`
  /** A product at 10.00 that all bookings are of. */
  const goods = async () => {
    product ||= await shop.product('10.00', 5000)
    return product
  }
  const version = async (booking: string) => Number((await shop.booking(booking)).version)

  /** A validated booking of so many pieces at 10.00, of 40 days ago. */
  async function booked(customer: string, pieces = 10) {
    const made = await shop.book(customer, [[await goods(), pieces, '10.00']], await day(-40))
    await shop.validate(made.id, made.version)
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid',
      [made.id],
    )
    return {
      ...made,
      line: line!.id,
      deliver: async (on: number, quantity?: number, remainder: 'keep' | 'release' = 'keep') =>
        shop.deliver(
          made.id,
          await version(made.id),
          quantity === undefined ? null : { lines: [{ line_id: line!.id, quantity }], remainder },
          await day(on),
        ),
      invoice: async (on: number, reason: string | null = null, invoiceNo = no()) =>
        shop.invoice(made.id, await version(made.id), invoiceNo, await day(on), reason),
      takeBack: async (on: number, quantity: number) =>
        notes.write({
          kind: 'credit',
          reason: 'return',
          booking_id: made.id,
          on_date: await day(on),
          lines: [{ line_id: line!.id, quantity }],
        }),
      dates: async (dates: object) =>
        shop.rpc('set_booking_dates', {
          p_booking: made.id,
          p_version: await version(made.id),
          p_dates: dates,
          p_reason: 'Typed wrong',
        }),
    }
  }
  /** An approved receipt of a day; cash unless said otherwise. */
  async function pay(
    customer: string,
    amount: string,
    on: number,
    parts: [string, string][] = [],
    more: object = {},
  ) {
    const made = await shop.rpc<{ id: string; version: number }>('record_collection', {
      p_collection: {
        customer_id: customer,
        collection_type: 'cash',
        amount,
        cr_no: no(),
        date_collected: await day(on),
        allocations: parts.map(([booking_id, part]) => ({ booking_id, amount: part })),
        ...more,
      },
    })
    await shop.approve(made.id, made.version)
    return { id: made.id, version: made.version + 1 }
  }
  const archive = (so_no: string) =>
    shop.rpc(
      'archive_bookings',
      { p_so_nos: { so_nos: [so_no] }, p_status: 'archived' },
      fixture.role.Owner,
    )
  return { no, goods, version, booked, pay, archive }
}
