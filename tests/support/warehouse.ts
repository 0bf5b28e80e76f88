import { randomUUID } from 'node:crypto'
import type { Fixture } from './fixture.ts'
import type { trade } from './trade.ts'

export type Versioned = { id: string; version: number }
export type WarehouseKind = 'hold' | 'reduce' | 'take_back'

/** Makes warehouse requests in project A: requested by the warehouse, decided by the Owner. */
export function warehouse(fixture: Fixture, shop: ReturnType<typeof trade>) {
  const version = async (booking: string) => Number((await shop.booking(booking)).version)
  return {
    version,

    ask: (
      booking_id: string,
      kind: WarehouseKind,
      lines: [line_id: string, quantity: number][] = [],
    ) =>
      shop.rpc<Versioned & { request_no: string }>(
        'create_warehouse_request',
        {
          p_request: {
            booking_id,
            kind,
            reason: 'Broken cases',
            lines: lines.map(([line_id, quantity]) => ({ line_id, quantity })),
          },
        },
        fixture.role.warehouse,
      ),

    /** `done` is said by the warehouse; rejecting has its note. */
    decide: (request: Versioned, p_decision: string, idempotencyKey = randomUUID()) =>
      shop.rpc<Versioned>(
        'decide_warehouse_request',
        {
          p_request: request.id,
          p_version: request.version,
          p_decision,
          p_note: p_decision === 'rejected' ? 'They are fine' : null,
        },
        p_decision === 'done' ? fixture.role.warehouse : fixture.role.Owner,
        idempotencyKey,
      ),

    /** A validated booking of ten pieces at 10.00 out of twenty on hand, of which some are delivered. */
    async booked(delivered = 0) {
      const product = await shop.product('10.00', 20)
      const customer = await shop.customer()
      const booking = await shop.book(customer, [[product, 10, '10.00']])
      const { version: validated } = await shop.validate(booking.id, booking.version)
      const line = await this.lineOf(booking.id)
      if (delivered > 0)
        await shop.deliver(booking.id, validated, {
          lines: [{ line_id: line, quantity: delivered }],
          remainder: 'keep',
        })
      return { ...booking, product, customer, line }
    },

    /** The first line of a booking. */
    async lineOf(booking: string): Promise<string> {
      const [line] = await fixture.db.sql<{ id: string }>(
        'select id from public.booking_lines where booking_id = $1::uuid order by line_no',
        [booking],
      )
      return line!.id
    },

    /**
     * Reads everything that a request can change: the booking's money and hold, the product's
     * stock.
     */
    async standing(of: { id: string; product: string }) {
      const { balance, credited, collected, stage } = await shop.booking(of.id)
      const { on_hand, reserved, available } = await shop.stock(of.product)
      const [{ on_hold } = { on_hold: null }] = await fixture.db.sql<{ on_hold: boolean }>(
        'select on_hold from public.bookings where id = $1::uuid',
        [of.id],
      )
      return { balance, credited, collected, stage, on_hand, reserved, available, held: on_hold }
    },
  }
}
