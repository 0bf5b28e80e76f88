import {
  action,
  addUp,
  blank,
  holds,
  type ModelAction,
  postingDay,
  type Reason,
  reasonsOn,
  touch,
} from '../action.ts'
import type { BooksBooking, BooksCompany, Goods } from '../books.ts'
import { creditable } from '../creditable.ts'
import { issueDays } from '../delivery-days.ts'
import { settle, stageOf, validated } from '../figures.ts'
import { leftOn, postMemo, pricedGoods } from '../memo-postings.ts'
import { paidFor } from '../prices.ts'
import { complete, openPieces, release } from './fulfilment.ts'

interface NewRequest {
  p_request: {
    booking_id: string
    kind: string
    reason: string
    lines: { line_id: string; quantity: number; stock_state?: string }[]
  }
}

/** Pieces that a line can still give: undelivered to reduce, delivered to take back. */
const most = (booking: BooksBooking, kind: string, no: number) => {
  const line = booking.lines[no]!
  return kind === 'reduce' ? openPieces(line) : line.delivered - line.returned
}

const heldBy = ({ books }: BooksCompany, booking: string, except: string) =>
  Object.entries(books.requests).some(
    ([id, request]) =>
      id !== except &&
      request.booking === booking &&
      request.kind === 'hold' &&
      request.status === 'approved',
  )

export const warehouseActions: Record<string, ModelAction> = {
  create_warehouse_request: action<NewRequest>({
    needs: ['warehouse.write', 'returns.request'],
    often: 5,
    choose(company, dice, by) {
      const asks = holds(company, by, 'returns.request')
      const kind =
        asks && dice.chance(0.9) ? 'take_back' : dice.one(['hold', 'reduce', 'take_back'])
      const stages = kind === 'take_back' ? ['delivered', 'paid'] : ['validated', 'invoiced']
      const id = dice.doc(company.books.bookings, (_, key) =>
        stages.includes(stageOf(company, key)),
      )
      if (!id) return null
      const booking = company.books.bookings[id]!
      const all = booking.lines.map((_, no) => ({
        line_id: company.lineIds[id]![no]!,
        quantity: dice.nat(Math.max(most(booking, kind, no), 1)),
        ...(kind === 'take_back' && dice.chance(0.3) && { stock_state: 'bad_order' }),
      }))
      const lines = kind === 'hold' ? [] : all.filter(({ quantity }) => quantity > 0)
      return { p_request: { booking_id: id, kind, reason: dice.reason(), lines } }
    },
    judge(company, { p_request: wanted }, by) {
      const booking = company.books.bookings[wanted.booking_id]
      if (!booking) return ['not_found']
      const { kind, lines } = wanted
      const asks = !holds(company, by, 'warehouse.write')
      if (asks && kind !== 'take_back') return ['not_allowed']
      if (asks && booking.agent !== by) return ['not_found']
      const own = company.lineIds[wanted.booking_id]!
      return [
        blank(wanted.reason) && 'invalid',
        !validated(booking) && 'wrong_state',
        kind === 'hold' && (booking.delivered !== null || booking.hold) && 'wrong_state',
        kind !== 'hold' && lines.length === 0 && 'invalid',
        lines.some(({ line_id }) => !own.includes(line_id)) && 'not_found',
        lines.some(({ line_id, quantity }) => {
          const no = own.indexOf(line_id)
          return no >= 0 && quantity > most(booking, kind, no)
        }) && 'wrong_state',
      ]
    },
    done(company, { p_request: wanted }, { id }, by) {
      company.memory.createdBy[id!] = by
      const { booking_id: booking, kind } = wanted
      const before = Object.values(company.books.requests).filter((r) => r.booking === booking)
      const suffix = before.length > 0 ? `-${before.length + 1}` : ''
      company.books.requests[id!] = {
        no: `WID${company.books.bookings[booking]!.so_no}${suffix}`,
        ...{ booking, kind, status: 'pending' },
        lines: wanted.lines
          .map(
            ({ line_id, quantity, stock_state }): Goods => [
              company.lineIds[booking]!.indexOf(line_id),
              quantity,
              stock_state === 'bad_order',
            ],
          )
          .sort(([one], [other]) => one - other),
      }
    },
  }),

  decide_warehouse_request: action<{
    p_request: string
    p_version: number
    p_decision: string
    p_note: string | null
    p_date: string | null
  }>({
    needs: ['warehouse.decide', 'returns.decide', 'warehouse.write'],
    often: 6,
    choose(company, dice, by) {
      const decides = ['General Manager', 'Owner', 'Manager'].includes(
        company.books.people[by]?.role ?? '',
      )
      const from = decides ? 'pending' : 'approved'
      const id = dice.doc(company.books.requests, ({ status }) => status === from)
      if (!id) return null
      const p_decision = decides ? (dice.chance(0.8) ? 'approved' : 'rejected') : 'done'
      const p_note = dice.chance(0.5) ? 'Random' : null
      const p_date = p_decision === 'approved' ? dice.day(company) : null
      return { p_request: id, p_version: dice.version(company, id), p_decision, p_note, p_date }
    },
    judge: (company, { p_request, p_version, p_decision, p_note, p_date }, by) =>
      reasonsOn(company, company.books.requests, p_request, p_version, (request) => {
        const booking = company.books.bookings[request.booking]!
        const from = p_decision === 'done' ? 'approved' : 'pending'
        if (!holds(company, by, p_decision === 'done' ? 'warehouse.write' : 'warehouse.decide')) {
          if (p_decision === 'done' || !holds(company, by, 'returns.decide')) return ['not_allowed']
          const { manager } = company.books.people[booking.agent]!
          if (request.kind !== 'take_back' || manager !== by) return ['not_found']
        }
        const limit = company.books.people[by]?.approves ?? -1
        const asked = addUp(request.lines.map(([no, n]) => paidFor(booking.lines[no]!, n)))
        const ofTeam = company.books.people[by]?.role === 'Manager'
        const reasons: Reason[] = [
          ofTeam && p_decision === 'approved' && asked > limit && 'approval_limit',
          request.status !== from && 'wrong_state',
          p_decision === 'rejected' && blank(p_note) && 'invalid',
        ]
        if (p_decision !== 'approved') return reasons
        const day = p_date ?? company.today
        const back = request.kind === 'take_back' ? request.lines : []
        const goods = back.filter(([no, n]) => n <= most(booking, 'take_back', no))
        const amount = addUp(
          pricedGoods(company, request.booking, goods).map((line) => line.amount),
        )
        return [
          ...(request.kind === 'hold' ? [] : postingDay(company, p_date)),
          request.kind !== 'hold' && day < booking.added && 'invalid',
          back.some(([no, n]) => n > leftOn(company, request.booking, no, day)) && 'invalid',
          back.length > 0 && amount > creditable(company, request.booking) && 'over_credited',
          ...reasons,
          !validated(booking) && 'wrong_state',
          request.kind === 'hold' && booking.delivered !== null && 'wrong_state',
          request.lines.some(([no, n]) => n > most(booking, request.kind, no)) && 'wrong_state',
        ]
      }),
    done(company, { p_request, p_decision, p_date }) {
      const request = company.books.requests[p_request]!
      request.status = p_decision
      touch(company, p_request)
      if (p_decision === 'approved') apply(company, p_request, p_date ?? company.today)
      if (p_decision === 'done' && request.kind === 'hold') {
        company.books.bookings[request.booking]!.hold = heldBy(company, request.booking, p_request)
        touch(company, request.booking)
      }
    },
  }),
}

/** The effect of an approved request on booking, stock and balance. */
function apply(company: BooksCompany, request: string, day: string): void {
  const { booking: id, kind, lines } = company.books.requests[request]!
  const booking = company.books.bookings[id]!
  touch(company, id)
  if (kind === 'hold') {
    booking.hold = true
    return
  }
  if (kind === 'take_back') takeBack(company, request, day)
  else for (const [line, quantity] of lines) release(company, id, line, quantity, day)
  if (!booking.delivered && complete(booking) && booking.lines.some((line) => line.delivered > 0))
    booking.delivered = [...issueDays(company, id)].sort().at(-1)!
  settle(company, id, day)
}

/** Goods come back under a memo of their request. */
function takeBack(company: BooksCompany, request: string, on: string): void {
  const { books, memory } = company
  const { booking, lines: goods } = books.requests[request]!
  const { customer, agent } = books.bookings[booking]!
  const id = `new memo ${request}`
  const lines = pricedGoods(company, booking, goods)
  books.memos[id] = {
    ...{
      kind: 'credit',
      reason: 'return',
      on,
      customer,
      booking,
      source: request,
      status: 'approved',
    },
    ...{ amount: addUp(lines.map(({ amount }) => amount)), vat: 0 },
  }
  memory.memos[id] = { no: '', agent, of: booking, lines, credits: [] }
  memory.createdBy[id] = memory.createdBy[request]!
  const hadEvents = memory.hasEvents[customer]
  postMemo(company, id)
  // A request leaves no event of its customer.
  if (!hadEvents) delete memory.hasEvents[customer]
}
