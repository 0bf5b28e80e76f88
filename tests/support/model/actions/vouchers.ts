import {
  action,
  addUp,
  blank,
  centsOf,
  closedDay,
  type Dice,
  future,
  type ModelAction,
  pesos,
  postingDay,
  type Reason,
  reasonsOn,
  touch,
} from '../action.ts'
import type { BooksCompany, BooksVoucher } from '../books.ts'
import { assign, leafOf, leafReasons } from '../leaves.ts'

interface TypedVoucher {
  payee_id: string
  date_added: string | null
  mode_of_payment: string
  bank_id: string | null
  cheque_no: string | null
  cheque_date: string | null
  ewt_amount: string | null
  lines: { description: string; amount: string }[]
}
type OfVoucher<More = unknown> = { p_voucher: string; p_version: number } & More

/** Returns one of few cheque numbers, so that they collide; the first account has books of 10. */
export const someCheque = (dice: Dice) =>
  dice.chance(0.04) ? 'no 7' : String(100 + dice.upTo(30)).padStart(dice.one([4, 4, 6]), '0')

function typed(company: BooksCompany, dice: Dice): TypedVoucher {
  const mode_of_payment = dice.one(['cash', 'cheque', 'cheque', 'cheque', 'bank_transfer'])
  const cheque = mode_of_payment === 'cheque'
  return {
    payee_id: company.payee,
    date_added: dice.day(company),
    mode_of_payment,
    bank_id: mode_of_payment === 'cash' || dice.chance(0.03) ? null : dice.one(company.banks),
    cheque_no: cheque ? someCheque(dice) : null,
    cheque_date: cheque ? dice.one([null, null, '2024-01-31', company.today, '2999-01-01']) : null,
    ewt_amount: dice.chance(0.8) ? null : pesos(50 * dice.upTo(4)),
    lines: Array.from({ length: dice.upTo(3) }, () => ({
      description: 'Random',
      amount: pesos(dice.chance(0.02) ? 0 : 100 * dice.upTo(20)),
    })),
  }
}

/** A voucher as it was typed. */
function voucherOf(company: BooksCompany, wanted: TypedVoucher, old?: BooksVoucher): BooksVoucher {
  const lines = wanted.lines.map(({ amount }) => centsOf(amount))
  const added = wanted.date_added ?? old?.added ?? company.today
  const cheque = wanted.mode_of_payment === 'cheque'
  return {
    ...{ no: old?.no ?? company.books.project.voucher_count, status: 'pending', added, lines },
    ...{ mode: wanted.mode_of_payment, bank: wanted.bank_id, total: addUp(lines) },
    cheque_no: wanted.cheque_no,
    cheque_on: cheque ? (wanted.cheque_date ?? added) : null,
    ewt: centsOf(wanted.ewt_amount ?? '0'),
    ...{ copies: 0, approved: false, released_on: null },
  }
}

/** The refusals of the day of a voucher: it moves to no closed day, and one of a closed day is not edited. */
function dated(company: BooksCompany, { date_added }: TypedVoucher, old?: BooksVoucher): Reason[] {
  if (!old) return postingDay(company, date_added)
  return [
    future(company, date_added),
    closedDay(company, old.added),
    date_added !== null && closedDay(company, date_added),
  ]
}

function typedReasons(company: BooksCompany, id: string | null, wanted: TypedVoucher): Reason[] {
  const old = id ? company.books.vouchers[id] : undefined
  const voucher = voucherOf(company, wanted, old)
  if (voucher.mode !== 'cash' && voucher.bank === null)
    return [...dated(company, wanted, old), voucher.lines.includes(0) && 'invalid', 'invalid']
  return [
    ...dated(company, wanted, old),
    voucher.lines.includes(0) && 'invalid',
    voucher.ewt >= voucher.total && 'invalid',
    ...leafReasons(company, id, voucher),
  ]
}

function seenVoucher(company: BooksCompany, dice: Dice, ...states: string[]) {
  const id = dice.doc(company.books.vouchers, ({ status }) => states.includes(status))
  return id ? { p_voucher: id, p_version: dice.version(company, id) } : null
}
const voucherReasons = (
  company: BooksCompany,
  { p_voucher, p_version }: OfVoucher,
  states: string[],
  more: (voucher: BooksVoucher) => Reason[],
): Reason[] =>
  reasonsOn(company, company.books.vouchers, p_voucher, p_version, (voucher) => [
    !states.includes(voucher.status) && 'wrong_state',
    ...more(voucher),
  ])
/** Above the project's amount it has to be approved first. */
const unapproved = ({ books }: BooksCompany, { total, approved }: BooksVoucher): Reason => {
  const limit = books.project.approval_above
  return limit !== null && total > limit && !approved && 'needs_approval'
}

export const voucherActions: Record<string, ModelAction> = {
  create_voucher: action<{ p_voucher: TypedVoucher }>({
    needs: 'vouchers.write',
    often: 8,
    choose: (company, dice) => ({ p_voucher: typed(company, dice) }),
    judge: (company, { p_voucher }) => typedReasons(company, null, p_voucher),
    done(company, { p_voucher }, { id }, by) {
      company.books.vouchers[id!] = voucherOf(company, p_voucher)
      company.books.project.voucher_count += 1
      company.memory.createdBy[id!] = by
      assign(company, id!)
    },
  }),

  update_voucher: action<OfVoucher<{ p_details: TypedVoucher }>>({
    needs: 'vouchers.write',
    often: 4,
    choose(company, dice) {
      const voucher = seenVoucher(company, dice, 'pending')
      return voucher && { ...voucher, p_details: typed(company, dice) }
    },
    judge: (company, args) =>
      voucherReasons(company, args, ['pending'], () =>
        typedReasons(company, args.p_voucher, args.p_details),
      ),
    done(company, { p_voucher, p_details }, _answer, by) {
      const { vouchers } = company.books
      vouchers[p_voucher] = voucherOf(company, p_details, vouchers[p_voucher])
      company.memory.editedBy[p_voucher] = by
      touch(company, p_voucher)
      assign(company, p_voucher)
    },
  }),

  approve_voucher: action<OfVoucher>({
    needs: 'vouchers.approve',
    often: 4,
    choose: (company, dice) => seenVoucher(company, dice, 'pending', 'printed'),
    judge: (company, args, by) =>
      voucherReasons(company, args, ['pending', 'printed'], ({ approved }) => {
        const { createdBy, editedBy } = company.memory
        const own = [createdBy[args.p_voucher], editedBy[args.p_voucher]].includes(by)
        const { approve_by_other } = company.books.project
        return [approved && 'wrong_state', own && approve_by_other && 'maker_checker']
      }),
    done(company, { p_voucher }) {
      company.books.vouchers[p_voucher]!.approved = true
      touch(company, p_voucher)
    },
  }),

  mark_voucher_printed: action<OfVoucher>({
    needs: 'vouchers.write',
    often: 8,
    choose: (company, dice) =>
      seenVoucher(company, dice, 'pending', ...(dice.chance(0.2) ? ['printed', 'released'] : [])),
    judge: (company, args) =>
      voucherReasons(company, args, ['pending', 'printed', 'released'], (voucher) => [
        voucher.status !== 'released' && unapproved(company, voucher),
      ]),
    done(company, { p_voucher }) {
      const voucher = company.books.vouchers[p_voucher]!
      voucher.copies += 1
      if (voucher.status === 'pending') voucher.status = 'printed'
      touch(company, p_voucher)
    },
  }),

  release_voucher: action<OfVoucher<{ p_releaser: string; p_date: string | null }>>({
    needs: 'vouchers.write',
    often: 7,
    choose(company, dice) {
      const voucher = seenVoucher(company, dice, 'printed')
      const p_releaser = dice.chance(0.95) ? company.releaser : company.id
      return (
        voucher && { ...voucher, p_releaser, p_date: dice.chance(0.7) ? null : dice.day(company) }
      )
    },
    judge: (company, args) =>
      voucherReasons(company, args, ['printed'], (voucher) => [
        unapproved(company, voucher),
        args.p_releaser !== company.releaser && 'invalid',
        ...postingDay(company, args.p_date),
        (args.p_date ?? company.today) < voucher.added && 'invalid',
        voucher.mode === 'cheque' && !leafOf(company, args.p_voucher) && 'wrong_state',
      ]),
    done(company, { p_voucher, p_date }) {
      const voucher = company.books.vouchers[p_voucher]!
      const on = p_date ?? company.today
      Object.assign(voucher, { status: 'released', released_on: on })
      touch(company, p_voucher)
      const key = voucher.mode === 'cheque' ? leafOf(company, p_voucher) : undefined
      if (!key) return
      Object.assign(company.books.leaves[key]!, { state: 'released', released_on: on })
      touch(company, company.ids[key]!)
    },
  }),

  cancel_voucher: action<OfVoucher<{ p_reason: string; p_date: string | null }>>({
    needs: 'vouchers.write',
    often: 3,
    choose(company, dice) {
      const voucher = seenVoucher(company, dice, 'pending', 'printed')
      const p_date = dice.chance(0.7) ? null : dice.day(company)
      return voucher && { ...voucher, p_reason: dice.reason(), p_date }
    },
    judge: (company, args) =>
      voucherReasons(company, args, ['pending', 'printed'], (voucher) => [
        blank(args.p_reason) && 'invalid',
        ...postingDay(company, args.p_date),
        (args.p_date ?? company.today) < voucher.added && 'invalid',
      ]),
    done(company, { p_voucher }) {
      company.books.vouchers[p_voucher]!.status = 'cancelled'
      touch(company, p_voucher)
      const key = leafOf(company, p_voucher)
      if (!key) return
      company.books.leaves[key]!.state = 'void'
      touch(company, company.ids[key]!)
    },
  }),
}
