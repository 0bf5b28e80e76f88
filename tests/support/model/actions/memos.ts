import {
  action,
  addUp,
  blank,
  centsOf,
  type Dice,
  holds,
  type ModelAction,
  openDay,
  pesos,
  postingDay,
  type Reason,
  reasonsOn,
  touch,
} from '../action.ts'
import type { BooksCompany } from '../books.ts'
import { creditable, creditedInvoices, leftOfLine, vatOfCredit } from '../creditable.ts'
import {
  available,
  credited,
  isDebitMemo,
  payableBookings,
  stageOf,
  validated,
} from '../figures.ts'
import type { Memo, MemoLine } from '../memo.ts'
import {
  inOrderOfGoods,
  leftOn,
  postMemo,
  pricedGoods,
  unpostMemo,
  withVat,
} from '../memo-postings.ts'
import { vatIn, worth } from '../prices.ts'

interface TypedLine {
  line_id: string
  quantity?: number
  stock_state?: string
  amount?: string
  price_difference?: string
  price_difference_pieces?: number
}
interface TypedMemo {
  kind: 'credit' | 'debit'
  reason: string
  on_date: string | null
  customer_id?: string
  booking_id?: string
  note?: string
  amount?: string
  lines?: TypedLine[]
}

const DELIVERED = ['delivered', 'paid', 'invoiced', 'validated']

/** A memo about lines of a booking: what comes back, an allowance on them, or what was charged too little. */
function aboutLines(company: BooksCompany, dice: Dice, reason: string): Partial<TypedMemo> | null {
  const { bookings } = company.books
  const id = dice.doc(
    bookings,
    ({ opening }, key) => !opening && DELIVERED.includes(stageOf(company, key)),
  )
  if (!id) return null
  const lines = bookings[id]!.lines.flatMap(({ delivered, returned }, no): TypedLine[] => {
    const line_id = company.lineIds[id]![no]!
    const most = Math.max(delivered - returned, dice.chance(0.1) ? 1 : 0)
    const quantity = dice.nat(most)
    if (quantity === 0) return []
    if (reason === 'return')
      return [{ line_id, quantity, ...(dice.chance(0.3) && { stock_state: 'bad_order' }) }]
    if (reason === 'undercharge')
      return [
        {
          ...{ line_id, quantity, price_difference: pesos(dice.upTo(200)) },
          ...(dice.chance(0.5) && { price_difference_pieces: dice.one([1, 12]) }),
        },
      ]
    const left = Math.max(leftOfLine(company, id, no), 0)
    return [{ line_id, amount: pesos(dice.upTo(dice.chance(0.9) ? left / 2 + 1 : left + 99)) }]
  })
  return lines.length > 0 ? { booking_id: id, lines } : null
}

/** A credit memo over an amount: of the oldest open invoices, or of one booking. */
function overAmount(company: BooksCompany, dice: Dice): Partial<TypedMemo> | null {
  const { customers, bookings } = company.books
  const owes = (customer: string) =>
    creditedInvoices(company, { customer, booking: null, on: company.today, reason: 'other' })
  const customer_id = dice.doc(customers, (_, id) => owes(id).length > 0)
  if (!customer_id) return null
  const open = owes(customer_id)
  const booking_id = open.length > 0 && dice.chance(0.3) ? dice.one(open).id : null
  const most = addUp(open.flatMap(({ id, amount }) => ((booking_id ?? id) === id ? [amount] : [])))
  const amount = pesos(dice.upTo(dice.chance(0.9) ? Math.max(most / 2, 1) : most + 99))
  return booking_id && bookings[booking_id] ? { booking_id, amount } : { customer_id, amount }
}

/** Returns what a typed memo comes to, once nothing is wrong with it. */
function read(company: BooksCompany, { p_memo }: { p_memo: TypedMemo }) {
  const { books, lineIds, today } = company
  const { booking_id = null, on_date, reason, lines: typed = [] } = p_memo
  const booking = booking_id ? books.bookings[booking_id] : undefined
  const noOf = ({ line_id }: TypedLine) => lineIds[booking_id ?? '']?.indexOf(line_id) ?? -1
  const known = booking ? typed.filter((line) => noOf(line) >= 0) : []
  const goods = known.map(
    (line) => [noOf(line), line.quantity ?? 0, line.stock_state === 'bad_order'] as const,
  )
  const lines: MemoLine[] = !booking
    ? []
    : reason === 'return'
      ? pricedGoods(
          company,
          booking_id!,
          goods.map((each) => [...each]),
        )
      : (reason === 'undercharge'
          ? withVat
          : (all: Omit<MemoLine, 'vat'>[]) => vatOfCredit(company, booking_id!, all))(
          known.map((line) => {
            const no = noOf(line)
            const pieces = line.quantity ?? 0
            const per = line.price_difference_pieces ?? booking.lines[no]!.srp.split('/')[1]!
            const amount = line.price_difference
              ? worth(`${centsOf(line.price_difference)}/${per}`, pieces)
              : centsOf(line.amount!)
            return { no, pieces: line.price_difference ? pieces : 0, bad: false, amount }
          }),
        )
  const customer = booking?.customer ?? p_memo.customer_id ?? ''
  return {
    ...{ booking, customer, lines, on: on_date ?? today, unknown: typed.length > known.length },
    amount: typed.length > 0 ? addUp(lines.map(({ amount }) => amount)) : centsOf(p_memo.amount!),
  }
}

/** The refusals of a memo that is to count: when it is written and again when it is approved. */
function mayCount(
  company: BooksCompany,
  memo: Pick<Memo, 'kind' | 'reason' | 'on' | 'customer' | 'booking' | 'amount'>,
  lines: readonly MemoLine[],
  of: string | null,
): Reason[] {
  const booking = of ? company.books.bookings[of]! : null
  if (memo.kind === 'debit' && !booking) return []
  if (lines.length === 0) {
    const open = creditedInvoices(company, memo)
    return [
      of !== null && !payableBookings(company, of) && 'wrong_state',
      memo.reason === 'price_allowance' &&
        booking !== null &&
        isDebitMemo(booking) &&
        'wrong_state',
      memo.amount > addUp(open.map(({ amount }) => amount)) && 'over_credited',
    ]
  }
  const late = (booking!.invoiced ?? memo.on) > memo.on
  const stands =
    memo.reason === 'price_allowance' ? payableBookings(company, of!) : validated(booking!)
  return [
    !stands && 'wrong_state',
    memo.kind === 'debit' && !booking!.invoiced && 'wrong_state',
    memo.kind === 'debit' && late && 'invalid',
    memo.kind === 'credit' && memo.amount > creditable(company, of!) && 'over_credited',
    ...lines.flatMap(({ no, pieces, amount }): Reason[] => {
      const { delivered, returned } = booking!.lines[no]!
      const then = leftOn(company, of!, no, memo.on)
      return [
        pieces > delivered - returned && 'wrong_state',
        memo.kind === 'credit' && amount > leftOfLine(company, of!, no) && 'over_credited',
        (pieces > then || then === 0) && 'invalid',
        memo.kind === 'credit' &&
          pieces === 0 &&
          amount > leftOfLine(company, of!, no, memo.on) &&
          'invalid',
      ]
    }),
  ]
}

/** A second person decides on a memo above the amount of the project. */
const bySelf = ({ books, memory }: BooksCompany, id: string, by: string) =>
  books.project.memos_by_other && memory.createdBy[id] === by

/** Goods of a memo have left the stock again. */
function gone(company: BooksCompany, id: string): boolean {
  const taken: Record<string, number> = {}
  return inOrderOfGoods(company, company.memory.memos[id]!.credits).some(
    ({ booking, no, pieces, bad }) => {
      if (pieces === 0) return false
      const { product } = company.books.bookings[booking]!.lines[no]!
      const key = `${product}/${bad}`
      taken[key] = (taken[key] ?? 0) + pieces
      const stock = company.books.products[product]!
      return taken[key] > (bad ? stock.bad : available(stock))
    },
  )
}

/** A debit memo is paid, is to be paid, or is credited. */
const settled = (company: BooksCompany, booking: string) =>
  credited(company, booking) > 0 ||
  Object.values(company.books.receipts).some(
    ({ status, pays }) => status !== 'cancelled' && (pays[booking] ?? 0) > 0,
  )

type OfMemo<More = unknown> = { p_memo: string; p_version: number } & More

export const memoActions: Record<string, ModelAction> = {
  create_memo: action<{ p_memo: TypedMemo }>({
    needs: 'memos.write',
    often: 10,
    choose(company, dice) {
      const reason = dice.one([
        ...['return', 'return', 'return', 'price_allowance', 'price_allowance', 'undercharge'],
        ...['amount', 'write_off', 'other', 'bounced_cheque', 'fee'],
      ])
      const on_date = dice.chance(0.4) ? null : dice.day(company)
      if (reason === 'bounced_cheque' || reason === 'fee') {
        const customer_id = dice.doc(company.books.customers)
        const more = reason === 'fee' ? { reason: 'other', note: 'Freight' } : { reason }
        const amount = pesos(dice.upTo(4000))
        if (!customer_id) return null
        return { p_memo: { kind: 'debit', ...more, on_date, customer_id, amount } }
      }
      const byLines = ['return', 'price_allowance', 'undercharge'].includes(reason)
      const about = byLines ? aboutLines(company, dice, reason) : overAmount(company, dice)
      if (!about) return null
      return {
        p_memo: {
          kind: reason === 'undercharge' ? 'debit' : 'credit',
          ...{ reason: reason === 'amount' ? 'price_allowance' : reason, on_date },
          ...(reason === 'other' && { note: 'Agreed' }),
          ...about,
        },
      }
    },
    judge(company, args) {
      const { kind, reason, booking_id = null, on_date } = args.p_memo
      const { booking, customer, lines, on, amount, unknown } = read(company, args)
      if (booking_id && !booking) return ['not_found']
      const store = company.books.customers[customer]
      if (!store) return ['invalid']
      const memo = { kind, reason, on, customer, booking: booking_id, amount }
      return [
        ...postingDay(company, on_date),
        !['approved', 'inactive'].includes(store.status) && 'customer_not_approved',
        unknown && 'not_found',
        reason === 'undercharge' && lines.some((line) => line.amount === 0) && 'invalid',
        ...mayCount(company, memo, lines, booking_id),
      ]
    },
    done(company, args, { id, memo_no }, by) {
      const { kind, reason, booking_id = null } = args.p_memo
      const { booking, customer, lines, on, amount } = read(company, args)
      const { books, memory } = company
      const limit = books.project.memo_approval_above
      const status = limit !== null && amount > limit ? 'pending' : 'approved'
      const vat = lines.length > 0 ? addUp(lines.map((line) => line.vat)) : 0
      books.memos[id!] = {
        ...{ kind, reason, on, customer, amount, status, source: null },
        booking: kind === 'credit' ? booking_id : null,
        // The amount before it is shared out over lines.
        vat: lines.length === 0 && reason === 'price_allowance' ? vatIn(amount) : vat,
      }
      const agent = booking?.agent ?? books.customers[customer]!.agent
      memory.memos[id!] = { no: memo_no!, agent, of: booking_id, lines, credits: [] }
      memory.createdBy[id!] = by
      if (status === 'approved') postMemo(company, id!)
    },
  }),

  approve_memo: action<OfMemo>({
    needs: 'memos.approve',
    often: 6,
    choose(company, dice) {
      const id = dice.doc(company.books.memos, ({ status }) => status === 'pending')
      return id ? { p_memo: id, p_version: dice.version(company, id) } : null
    },
    judge: (company, { p_memo, p_version }, by) =>
      reasonsOn(company, company.books.memos, p_memo, p_version, (memo) => {
        const { lines, of } = company.memory.memos[p_memo]!
        return [
          memo.status !== 'pending' && 'wrong_state',
          bySelf(company, p_memo, by) && 'maker_checker',
          ...mayCount(company, { ...memo, on: openDay(company, memo.on) }, lines, of),
        ]
      }),
    done(company, { p_memo }) {
      const memo = company.books.memos[p_memo]!
      Object.assign(memo, { status: 'approved', on: openDay(company, memo.on) })
      touch(company, p_memo)
      postMemo(company, p_memo)
    },
  }),

  cancel_memo: action<OfMemo<{ p_reason: string; p_date: string | null }>>({
    needs: ['memos.write', 'memos.approve'],
    often: 4,
    choose(company, dice) {
      const id = dice.doc(company.books.memos, ({ status }) => status !== 'cancelled')
      if (!id) return null
      const p_date = dice.chance(0.5) ? null : dice.day(company)
      return { p_memo: id, p_version: dice.version(company, id), p_reason: dice.reason(), p_date }
    },
    judge: (company, { p_memo, p_version, p_reason, p_date }, by) =>
      reasonsOn(company, company.books.memos, p_memo, p_version, (memo) => {
        const reasons: Reason[] = [
          blank(p_reason) && 'invalid',
          memo.status === 'cancelled' && 'wrong_state',
          // Goods are cancelled with their record.
          company.memory.memos[p_memo]!.goods !== undefined && 'wrong_state',
        ]
        if (memo.status !== 'approved') return reasons
        const limit = company.books.project.memo_approval_above
        const above = limit !== null && memo.amount > limit
        return [
          ...reasons,
          !holds(company, by, 'memos.approve') && 'not_allowed',
          above && bySelf(company, p_memo, by) && 'maker_checker',
          ...postingDay(company, p_date),
          (p_date ?? company.today) < memo.on && 'invalid',
          memo.kind === 'debit' && settled(company, memo.booking!) && 'wrong_state',
          gone(company, p_memo) && 'insufficient_stock',
        ]
      }),
    done(company, { p_memo, p_date }) {
      const memo = company.books.memos[p_memo]!
      if (memo.status === 'approved') unpostMemo(company, p_memo, p_date ?? company.today)
      memo.status = 'cancelled'
      touch(company, p_memo)
    },
  }),
}
