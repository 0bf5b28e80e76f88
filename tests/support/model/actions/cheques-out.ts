import { addDays, addMonths } from '../../../../app/platform/values/dates.ts'
import {
  action,
  blank,
  type Dice,
  later,
  type ModelAction,
  postingDay,
  type Reason,
  stale,
  touch,
} from '../action.ts'
import type { BooksCompany, Leaf } from '../books.ts'
import { assign, leafKey, leafOf, leafReasons } from '../leaves.ts'
import { someCheque } from './vouchers.ts'

type OfLeaf<More = unknown> = { p_cheque: string; p_version: number } & More
interface Next {
  next_no?: string
  next_date?: string | null
}

const keyOf = ({ books, ids }: BooksCompany, id: string) =>
  Object.keys(books.leaves).find((key) => ids[key] === id)

function seenLeaf(
  company: BooksCompany,
  dice: Dice,
  states: string[],
  vouchers = ['pending', 'printed', 'released', 'cancelled'],
): OfLeaf | null {
  const fits = (leaf: Leaf) =>
    states.includes(leaf.state) &&
    (vouchers.includes(voucherOf(company, leaf)?.status ?? '') || dice.chance(0.05))
  const key = dice.doc(company.books.leaves, fits)
  if (!key) return null
  const id = company.ids[key]!
  return { p_cheque: id, p_version: dice.version(company, id) }
}
const leafReasonsOf = (
  company: BooksCompany,
  { p_cheque, p_version }: OfLeaf,
  states: string[],
  more: (leaf: Leaf, key: string) => Reason[],
): Reason[] => {
  const key = keyOf(company, p_cheque)
  if (!key) return ['not_found']
  const leaf = company.books.leaves[key]!
  return [
    stale(company, p_cheque, p_version),
    !states.includes(leaf.state) && 'wrong_state',
    ...more(leaf, key),
  ]
}
const voucherOf = ({ books }: BooksCompany, { voucher }: Leaf) =>
  voucher === null ? undefined : books.vouchers[voucher]

/**
 * Returns the refusals of another cheque for the voucher of a void one; `then` is the company
 * without that one.
 */
function nextReasons(then: BooksCompany, leaf: Leaf, next: Next): Reason[] {
  const voucher = voucherOf(then, leaf)
  if (!voucher || voucher.status === 'cancelled' || voucher.mode !== 'cheque')
    return ['wrong_state']
  const cheque_no = next.next_no ?? ''
  return [
    leafOf(then, leaf.voucher!) !== undefined && 'wrong_state',
    ...leafReasons(then, leaf.voucher, { ...voucher, cheque_no }),
  ]
}
function takeNext(company: BooksCompany, leaf: Leaf, next: Next): void {
  const voucher = voucherOf(company, leaf)!
  Object.assign(voucher, { cheque_no: next.next_no, cheque_on: next.next_date ?? leaf.on })
  touch(company, leaf.voucher!)
  assign(company, leaf.voucher!)
}

export const issuedChequeActions: Record<string, ModelAction> = {
  add_cheque_book: action<{ p_book: { bank_id: string; first_no: string; last_no: string } }>({
    needs: 'masters.write',
    often: 2,
    choose(company, dice) {
      const first = 101 + 10 * dice.nat(2)
      const last = first + (dice.chance(0.05) ? -1 : 9)
      const bank_id = dice.one(company.banks)
      return { p_book: { bank_id, first_no: `0${first}`, last_no: `0${last}` } }
    },
    judge(company, { p_book }) {
      const taken = leavesOf(p_book).some((key) => company.books.leaves[key]?.in_book)
      return [p_book.last_no < p_book.first_no && 'invalid', taken && 'duplicate']
    },
    done(company, { p_book }) {
      for (const key of leavesOf(p_book)) {
        const leaf = company.books.leaves[key]
        if (leaf) {
          leaf.in_book = true
          touch(company, company.ids[key]!)
        } else {
          const none = {
            voucher: null,
            amount: null,
            on: null,
            released_on: null,
            cleared_on: null,
          }
          company.books.leaves[key] = { state: 'unused', in_book: true, ...none }
        }
      }
    },
  }),

  print_issued_cheque: action<OfLeaf>({
    needs: 'vouchers.write',
    often: 3,
    choose: (company, dice) => seenLeaf(company, dice, ['unused'], ['printed', 'released']),
    judge: (company, args) =>
      leafReasonsOf(company, args, ['unused'], (leaf) => [
        !['printed', 'released'].includes(voucherOf(company, leaf)?.status ?? '') && 'wrong_state',
      ]),
    done: (company, args) => change(company, args, { state: 'printed' }),
  }),

  void_issued_cheque: action<OfLeaf<{ p_void: Next & { reason: string; date: string | null } }>>({
    needs: 'vouchers.write',
    often: 4,
    choose(company, dice) {
      const leaf = seenLeaf(company, dice, ['unused', 'printed', 'released'])
      const next = dice.chance(0.5) ? { next_no: someCheque(dice), next_date: null } : {}
      const date = dice.chance(0.7) ? null : dice.day(company)
      return leaf && { ...leaf, p_void: { reason: dice.reason(), date, ...next } }
    },
    judge: (company, args) =>
      leafReasonsOf(company, args, ['unused', 'printed', 'released'], (leaf, key) => {
        const { date, reason, next_no } = args.p_void
        const first = leaf.released_on ?? voucherOf(company, leaf)?.added ?? ''
        const own = [
          blank(reason) && 'invalid',
          ...postingDay(company, date),
          (date ?? company.today) < first && 'invalid',
        ] as Reason[]
        if (next_no === undefined) return own
        const then = structuredClone(company)
        then.books.leaves[key]!.state = 'void'
        return [...own, ...nextReasons(then, leaf, args.p_void)]
      }),
    done(company, args) {
      change(company, args, { state: 'void' })
      const leaf = company.books.leaves[keyOf(company, args.p_cheque)!]!
      if (args.p_void.next_no !== undefined) takeNext(company, leaf, args.p_void)
    },
  }),

  replace_issued_cheque: action<OfLeaf<{ p_next: Next }>>({
    needs: 'vouchers.write',
    often: 3,
    choose(company, dice) {
      const leaf = seenLeaf(company, dice, ['void', 'stale'], ['pending', 'printed', 'released'])
      const next_date = dice.chance(0.5) ? null : dice.day(company)
      return leaf && { ...leaf, p_next: { next_no: someCheque(dice), next_date } }
    },
    judge: (company, args) =>
      leafReasonsOf(company, args, ['void', 'stale'], (leaf) =>
        nextReasons(company, leaf, args.p_next),
      ),
    done(company, { p_cheque, p_next }) {
      takeNext(company, company.books.leaves[keyOf(company, p_cheque)!]!, p_next)
    },
  }),

  release_issued_cheque: action<OfLeaf<{ p_date: string | null }>>({
    needs: 'vouchers.write',
    often: 2,
    choose(company, dice) {
      const leaf = seenLeaf(company, dice, ['unused', 'printed'], ['released'])
      return leaf && { ...leaf, p_date: dice.chance(0.7) ? null : dice.day(company) }
    },
    judge: (company, args) =>
      leafReasonsOf(company, args, ['unused', 'printed'], (leaf) => {
        const voucher = voucherOf(company, leaf)
        if (voucher?.status !== 'released')
          return [...postingDay(company, args.p_date), 'wrong_state']
        return [
          ...postingDay(company, args.p_date),
          (args.p_date ?? company.today) < voucher.released_on! && 'invalid',
        ]
      }),
    done: (company, args) =>
      change(company, args, { state: 'released', released_on: args.p_date ?? company.today }),
  }),

  clear_issued_cheques: action<{
    p_cleared: { cleared_on: string | null; cheques: { id: string; version: number }[] }
  }>({
    needs: 'treasury.write',
    often: 3,
    choose(company, dice) {
      const chosen = [seenLeaf(company, dice, ['released'])]
      const cheques = chosen.flatMap((l) => (l ? [{ id: l.p_cheque, version: l.p_version }] : []))
      const cleared_on = dice.chance(0.7) ? null : dice.day(company)
      return cheques.length > 0 ? { p_cleared: { cleared_on, cheques } } : null
    },
    judge: (company, { p_cleared: { cleared_on: day, cheques } }) => [
      ...postingDay(company, day),
      ...cheques.flatMap(({ id, version }) =>
        leafReasonsOf(company, { p_cheque: id, p_version: version }, ['released'], (leaf) => [
          (day ?? company.today) < (later(leaf.released_on, leaf.on) ?? '') && 'invalid',
        ]),
      ),
    ],
    done(company, { p_cleared: { cleared_on, cheques } }) {
      for (const { id } of cheques) {
        const day = cleared_on ?? company.today
        change(company, { p_cheque: id }, { state: 'cleared', cleared_on: day })
      }
    },
  }),

  stale_issued_cheque: action<OfLeaf<{ p_date: string | null }>>({
    needs: 'treasury.write',
    often: 2,
    choose(company, dice) {
      const leaf = seenLeaf(company, dice, ['released'])
      return leaf && { ...leaf, p_date: dice.chance(0.7) ? null : dice.day(company) }
    },
    judge: (company, args) =>
      leafReasonsOf(company, args, ['released'], (leaf) => {
        const day = args.p_date ?? company.today
        const first = leaf.on && later(addDays(addMonths(leaf.on, 6), 1), leaf.released_on)
        return [...postingDay(company, args.p_date), first !== null && day < first! && 'not_stale']
      }),
    done: (company, args) => change(company, args, { state: 'stale' }),
  }),
}

function change(
  company: BooksCompany,
  { p_cheque }: { p_cheque: string },
  to: Partial<Leaf>,
): void {
  Object.assign(company.books.leaves[keyOf(company, p_cheque)!]!, to)
  touch(company, p_cheque)
}

const leavesOf = ({
  bank_id,
  first_no,
  last_no,
}: Record<'bank_id' | 'first_no' | 'last_no', string>) =>
  Array.from({ length: Math.max(Number(last_no) - Number(first_no) + 1, 0) }, (_, n) =>
    leafKey(bank_id, String(Number(first_no) + n)),
  )
