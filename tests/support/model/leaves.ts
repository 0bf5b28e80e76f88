import type { Reason } from './action.ts'
import { touch } from './action.ts'
import type { BooksCompany, BooksVoucher, Leaf } from './books.ts'

/** Cheque numbers of an account: its leaves, and which voucher has which. Docs: migration 740. */

export const leafKey = (bank: string, no: string) =>
  `${bank}/${no.trim().toUpperCase().padStart(20, '0')}`
const live = ({ state }: Leaf) => state !== 'void' && state !== 'stale'

/** The live leaf of a voucher. */
export const leafOf = ({ books }: BooksCompany, voucher: string) =>
  Object.keys(books.leaves).find(
    (key) => books.leaves[key]!.voucher === voucher && live(books.leaves[key]!),
  )

/** Returns the refusals of this cheque for a voucher. */
export function leafReasons(
  company: BooksCompany,
  id: string | null,
  typed: BooksVoucher,
): Reason[] {
  if (typed.mode !== 'cheque') return []
  const { leaves, vouchers } = company.books
  const key = leafKey(typed.bank!, typed.cheque_no!)
  const leaf = leaves[key]
  const own = id !== null && leafOf(company, id) === key
  const books = Object.keys(leaves).some(
    (each) => each.startsWith(`${typed.bank}/`) && leaves[each]!.in_book,
  )
  const duplicate = Object.entries(vouchers).some(
    ([other, { bank, cheque_no }]) =>
      other !== id && bank === typed.bank && cheque_no === typed.cheque_no,
  )
  return [
    !/^[0-9A-Za-z-]{1,20}$/.test(typed.cheque_no!) && 'invalid',
    duplicate && 'duplicate',
    !leaf && books && 'unknown_cheque',
    leaf !== undefined && !own && (leaf.state !== 'unused' || leaf.voucher !== null) && 'duplicate',
  ]
}

/** Gives a voucher the leaf that it names, and takes its earlier one back. */
export function assign(company: BooksCompany, id: string): void {
  const voucher = company.books.vouchers[id]!
  const key = voucher.mode === 'cheque' ? leafKey(voucher.bank!, voucher.cheque_no!) : null
  const old = leafOf(company, id)
  if (old !== undefined && old !== key) free(company, old)
  if (key === null) return
  const filled = { voucher: id, amount: voucher.total - voucher.ewt, on: voucher.cheque_on }
  const leaf = company.books.leaves[key]
  if (!leaf) {
    const none = { released_on: null, cleared_on: null }
    company.books.leaves[key] = { state: 'unused', in_book: false, ...filled, ...none }
  } else if (leaf.voucher !== id || leaf.amount !== filled.amount || leaf.on !== filled.on) {
    Object.assign(leaf, filled)
    touch(company, company.ids[key]!)
  }
}

/** A leaf that was never printed is blank again; a number that was only typed is none. */
function free(company: BooksCompany, key: string): void {
  const leaf = company.books.leaves[key]!
  if (leaf.in_book) {
    Object.assign(leaf, { voucher: null, amount: null, on: null })
    touch(company, company.ids[key]!)
  } else delete company.books.leaves[key]
}
