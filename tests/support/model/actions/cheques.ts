import {
  action,
  addUp,
  blank,
  centsOf,
  later,
  type ModelAction,
  pesos,
  postingDay,
  type Reason,
  touch,
} from '../action.ts'
import type { BooksCompany, BooksReceipt, CashMove } from '../books.ts'
import { applyTo, approvedBooking, approvedCash, balance, settle } from '../figures.ts'
import { moveCash, shortOfCash } from '../money.ts'
import {
  enterReceipt,
  type OfReceipt,
  parts,
  receiptReasons,
  receiptReasonsOf,
  seenReceipt,
  settleAll,
  type TypedReceipt,
  typed,
} from './receipts.ts'

const counts = (...states: string[]) =>
  function fits({ status, state, paid_back_on }: BooksReceipt): boolean {
    return status === 'approved' && paid_back_on === null && states.includes(state ?? '')
  }

/** Returns the refusals of a command on a cheque: its state, or a day before its last event. */
const chequeReasons = (
  company: BooksCompany,
  id: string,
  receipt: BooksReceipt,
  states: string[],
  day: string | null,
): Reason[] => [
  !counts(...states)(receipt) && 'wrong_state',
  ...postingDay(company, day),
  (day ?? company.today) < (company.memory.movedOn[id] ?? '') && 'invalid',
]

/** The bank puts a cheque into the account that it was brought to, or takes it out. */
const moveInBank = ({ memory }: BooksCompany, id: string, on: string, amount: number) =>
  memory.bank.push({ bank: memory.chequeBank[id]!, on, amount })

/** A receipt pays nothing any more, from a day on. */
export function free(company: BooksCompany, id: string, day: string): void {
  for (const [booking, part] of Object.entries(company.books.receipts[id]!.pays))
    applyTo(company, id, booking, -part, day)
}

interface Deposit {
  p_deposit: {
    bank_id: string
    slip_no: string
    deposited_on: string | null
    cash: string | null
    cheques: { id: string; version: number }[]
  }
}

/** Cash of the office that a slip takes to the bank. */
function takenToBank({ today }: BooksCompany, wanted: Deposit['p_deposit']): CashMove {
  const cash = -centsOf(wanted.cash ?? '0')
  return { holder: null, on: wanted.deposited_on ?? today, amount: cash, approved: cash }
}

export const chequeActions: Record<string, ModelAction> = {
  deposit_cheque: action<Deposit>({
    needs: 'treasury.write',
    often: 14,
    choose(company, dice) {
      const chosen = [
        dice.chance(0.9) && seenReceipt(company, dice, counts('on_hand', 'returned')),
        dice.chance(0.4) && seenReceipt(company, dice, counts('on_hand', 'returned')),
      ].flatMap((each) => (each ? [{ id: each.p_collection, version: each.p_version }] : []))
      const cheques = chosen.filter(({ id }, n) => chosen.findIndex((c) => c.id === id) === n)
      const there = Math.max(approvedCash(company), 0)
      const some = there > 0 && dice.chance(0.4)
      const cash = some ? pesos(dice.upTo(there) + (dice.chance(0.1) ? 1 : 0)) : null
      if (cheques.length === 0 && cash === null && dice.chance(0.95)) return null
      const slips = Object.values(company.books.slips).map(({ no }) => no)
      const slip_no = slips.length > 0 && dice.chance(0.05) ? dice.one(slips) : dice.no('S')
      const bank_id = dice.one(company.banks)
      const deposited_on = dice.chance(0.9) ? null : dice.day(company)
      return { p_deposit: { bank_id, slip_no, deposited_on, cash, cheques } }
    },
    judge(company, { p_deposit: wanted }) {
      const { cheques, deposited_on: day } = wanted
      const cash = centsOf(wanted.cash ?? '0')
      const used = ({ bank, no }: { bank: string; no: string }) =>
        bank === wanted.bank_id && no === wanted.slip_no
      return [
        cheques.length === 0 && cash === 0 && 'invalid',
        ...postingDay(company, day),
        Object.values(company.books.slips).some(used) && 'duplicate',
        cash > 0 && shortOfCash(company, [takenToBank(company, wanted)], true) && 'cash_exceeded',
        ...cheques.flatMap(({ id, version }) =>
          receiptReasonsOf(company, { p_collection: id, p_version: version }, (receipt) => [
            ...chequeReasons(company, id, receipt, ['on_hand', 'returned'], day),
            (receipt.cheque_on ?? '') > (day ?? company.today) && 'post_dated',
          ]),
        ),
      ]
    },
    done(company, { p_deposit: wanted }, answer) {
      const on = wanted.deposited_on ?? company.today
      const cash = centsOf(wanted.cash ?? '0')
      company.books.slips[answer.id!] = { bank: wanted.bank_id, no: wanted.slip_no, on, cash }
      touch(company, answer.id!)
      moveCash(company, takenToBank(company, wanted))
      company.memory.bank.push({ bank: wanted.bank_id, on, amount: cash })
      for (const { id } of wanted.cheques.toSorted((a, b) => a.id.localeCompare(b.id))) {
        const receipt = company.books.receipts[id]!
        const again = receipt.state === 'returned' ? (company.memory.paidBefore[id] ?? {}) : {}
        receipt.state = 'deposited'
        company.memory.chequeBank[id] = wanted.bank_id
        company.memory.movedOn[id] = on
        touch(company, id)
        for (const [booking, part] of Object.entries(again)) {
          const owes =
            approvedBooking(company.books.bookings[booking]!) && balance(company, booking)
          if (!owes) continue
          applyTo(company, id, booking, Math.min(part, owes), on)
          settle(company, booking)
          touch(company, booking)
        }
      }
    },
  }),

  clear_cheque: action<OfReceipt<{ p_date: string | null }>>({
    needs: 'treasury.write',
    often: 5,
    choose(company, dice) {
      const cheque = seenReceipt(company, dice, counts('deposited'))
      return cheque && { ...cheque, p_date: dice.chance(0.8) ? null : dice.day(company) }
    },
    judge: (company, args) =>
      receiptReasonsOf(company, args, (receipt) =>
        chequeReasons(company, args.p_collection, receipt, ['deposited'], args.p_date),
      ),
    done(company, { p_collection, p_date }) {
      const receipt = company.books.receipts[p_collection]!
      receipt.state = 'cleared'
      receipt.cleared_on = p_date ?? company.today
      moveInBank(company, p_collection, receipt.cleared_on, receipt.amount)
      company.memory.movedOn[p_collection] = receipt.cleared_on
      touch(company, p_collection)
      settleAll(company, p_collection)
    },
  }),

  return_cheque: action<OfReceipt<{ p_date: string | null; p_reason: string }>>({
    needs: 'treasury.write',
    often: 5,
    choose(company, dice) {
      const cheque = seenReceipt(company, dice, counts('deposited', 'cleared'))
      return (
        cheque && {
          ...cheque,
          p_date: dice.chance(0.8) ? null : dice.day(company),
          p_reason: dice.reason(),
        }
      )
    },
    judge: (company, args) =>
      receiptReasonsOf(company, args, (receipt) => [
        blank(args.p_reason) && 'invalid',
        ...chequeReasons(
          company,
          args.p_collection,
          receipt,
          ['deposited', 'cleared'],
          args.p_date,
        ),
      ]),
    done(company, { p_collection, p_date }) {
      const on = p_date ?? company.today
      const receipt = company.books.receipts[p_collection]!
      if (receipt.state === 'cleared') moveInBank(company, p_collection, on, -receipt.amount)
      company.memory.paidBefore[p_collection] = { ...receipt.pays }
      free(company, p_collection, on)
      Object.assign(receipt, { state: 'returned', cleared_on: null })
      company.memory.movedOn[p_collection] = on
      touch(company, p_collection)
      settleAll(company, p_collection)
      company.memory.hasEvents[receipt.customer] = true
    },
  }),

  replace_cheque: action<OfReceipt<{ p_receipt: TypedReceipt }>>({
    needs: 'treasury.write',
    often: 4,
    choose(company, dice) {
      const cheque = seenReceipt(company, dice, counts('on_hand', 'returned'))
      if (!cheque) return null
      const { customer } = company.books.receipts[cheque.p_collection]!
      const wanted = typed(company, dice, ['cash', 'cash', 'cheque', 'bank_transfer'])
      const allocations = parts(company, dice, customer, centsOf(wanted.amount))
      return { ...cheque, p_receipt: dice.chance(0.3) ? { ...wanted, allocations } : wanted }
    },
    judge: (company, args) =>
      receiptReasonsOf(company, args, (receipt) => {
        const { p_collection, p_receipt: wanted } = args
        const day = wanted.date_collected
        const states = ['on_hand', 'returned']
        const reasons = chequeReasons(company, p_collection, receipt, states, day)
        if (reasons.some(Boolean)) return reasons
        // It is judged once the old one pays nothing any more.
        const then = structuredClone(company)
        giveUp(then, p_collection, day ?? company.today)
        return [
          wanted.collection_type === 'bank_transfer' && !wanted.bank_id && 'invalid',
          ...receiptReasons(then, receipt.customer, wanted),
        ]
      }),
    done(company, { p_collection, p_receipt: wanted }, answer, by) {
      const on = wanted.date_collected ?? company.today
      const { customer } = company.books.receipts[p_collection]!
      giveUp(company, p_collection, on)
      const allocations =
        wanted.allocations ?? asBefore(company, p_collection, centsOf(wanted.amount))
      const more = { ...wanted, allocations, date_collected: on }
      enterReceipt(company, answer.id!, customer, more, wanted.collector_id ?? null, by)
    },
  }),
}

/** The old cheque counts no more. */
function giveUp(company: BooksCompany, id: string, on: string): void {
  const receipt = company.books.receipts[id]!
  if (receipt.state === 'on_hand') free(company, id, on)
  receipt.state = 'replaced'
  company.memory.movedOn[id] = later(company.memory.movedOn[id], on)!
  touch(company, id)
  settleAll(company, id)
}

/**
 * Returns the default allocation of a new receipt: everything that the old one ever paid, oldest
 * booking first.
 */
function asBefore(company: BooksCompany, id: string, amount: number) {
  const { bookings } = company.books
  let rest = amount
  return Object.keys(company.memory.ever[id] ?? {})
    .filter((key) => approvedBooking(bookings[key]!) && balance(company, key) > 0)
    .sort((a, b) => bookings[a]!.added.localeCompare(bookings[b]!.added) || a.localeCompare(b))
    .flatMap((booking_id) => {
      const part = Math.min(rest, balance(company, booking_id))
      rest -= part
      return part > 0 ? [{ booking_id, amount: pesos(part) }] : []
    })
}

/** Cash of these receipts, and what else they bring. */
export const amounts = (receipts: readonly BooksReceipt[], ...types: string[]) =>
  addUp(receipts.filter(({ type }) => types.includes(type)).map(({ amount }) => amount))
