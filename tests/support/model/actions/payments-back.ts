import { action, blank, type ModelAction, postingDay, touch } from '../action.ts'
import type { BooksCompany, BooksReceipt, CashMove } from '../books.ts'
import { bankBalance, lastMoved, moveCash, shortOfCash } from '../money.ts'
import { free } from './cheques.ts'
import { handled, type OfReceipt, receiptReasonsOf, seenReceipt, settleAll } from './receipts.ts'

type Payment = OfReceipt<{
  p_payment: { paid_on: string | null; paid_from: string; paid_back_no: string; reason: string }
}>

/** Approved money that came to the office or into an account. */
const arrived = ({ type, status, archive, collector, remittance, state, ...more }: BooksReceipt) =>
  status === 'approved' &&
  !archive &&
  more.paid_back_on === null &&
  ((type === 'cash' && (collector === null || remittance !== null)) ||
    (type === 'cheque' && state === 'cleared') ||
    type === 'bank_transfer')

const outOfOffice = (on: string, amount: number): CashMove => ({
  ...{ holder: null, on, amount: -amount, approved: -amount },
})

/** The place that is to pay has not that much on the day, or today. */
function tooLittle(company: BooksCompany, from: string, day: string, amount: number): boolean {
  if (from === 'office') return shortOfCash(company, [outOfOffice(day, amount)], true)
  const then = structuredClone(company)
  then.memory.bank.push({ bank: from, on: day, amount: -amount })
  return [day, company.today].some((on) => bankBalance(then, from, on) < 0)
}

export const paymentBackActions: Record<string, ModelAction> = {
  pay_back_collection: action<Payment>({
    needs: 'collections.decide',
    often: 5,
    choose(company, dice) {
      const receipt = seenReceipt(company, dice, arrived)
      const p_payment = {
        paid_on: dice.chance(0.7) ? null : dice.day(company),
        paid_from: dice.chance(0.4) ? 'office' : dice.one(company.banks),
        paid_back_no: dice.no('V'),
        reason: dice.reason(),
      }
      return receipt && { ...receipt, p_payment }
    },
    judge: (company, args, by) =>
      receiptReasonsOf(company, args, (receipt) => {
        const { paid_on, paid_from, reason } = args.p_payment
        const day = paid_on ?? company.today
        return [
          blank(reason) && 'invalid',
          !arrived(receipt) && 'wrong_state',
          handled(company, args.p_collection, receipt.collector, by) && 'maker_checker',
          ...postingDay(company, paid_on),
          day < lastMoved(company, args.p_collection) && 'invalid',
          tooLittle(company, paid_from, day, receipt.amount) && 'cash_exceeded',
        ]
      }),
    done(company, { p_collection: id, p_payment: { paid_on, paid_from } }) {
      const on = paid_on ?? company.today
      const receipt = company.books.receipts[id]!
      free(company, id, on)
      receipt.paid_back_on = on
      if (paid_from === 'office') {
        moveCash(company, outOfOffice(on, receipt.amount))
        company.memory.paidFromOffice.push(receipt.amount)
      } else company.memory.bank.push({ bank: paid_from, on, amount: -receipt.amount })
      touch(company, id)
      settleAll(company, id)
      company.memory.hasEvents[receipt.customer] = true
    },
  }),
}
