import { addUp, type Dice, holds, type Reason, touch } from './action.ts'
import type { BooksCompany, BooksPurchaseLine } from './books.ts'
import { priced } from './brought-back.ts'
import { creditedInvoices } from './creditable.ts'
import { postMemo, unpostMemo } from './memo-postings.ts'
import { priceOf } from './prices.ts'

interface TypedGoods {
  product_id: string
  quantity: number
  prod_srp: string | null
  prod_srp_pieces?: number
}

const open = (company: BooksCompany, customer: string, on: string) =>
  creditedInvoices(company, { reason: 'return', customer, booking: null, on })

/** A customer, most often one who has something that goods can be credited to. */
export const whoBought = (company: BooksCompany, dice: Dice) =>
  dice.doc(
    company.books.customers,
    (_, id) => dice.chance(0.3) || open(company, id, company.today).length > 0,
  )

/** The refusals of goods that a customer brings back: who, what each piece is credited, and more than was sold. */
export function returnReasons(
  company: BooksCompany,
  customer: string | null,
  lines: readonly TypedGoods[],
  on: string,
): Reason[] {
  const found = customer === null ? undefined : company.books.customers[customer]
  if (!found || lines.some(({ prod_srp }) => prod_srp === null)) return ['invalid']
  const amount = addUp(
    priced(
      lines.map(({ product_id: product, quantity, prod_srp, prod_srp_pieces }) => ({
        ...{ product, quantity, cost: '0/1', srp: priceOf(prod_srp!, prod_srp_pieces) },
      })),
    ).map((each) => each.amount),
  )
  return [
    !['approved', 'inactive'].includes(found.status) && 'customer_not_approved',
    amount > addUp(open(company, customer!, on).map((each) => each.amount)) && 'over_credited',
  ]
}

/** Goods that come back make a credit memo, which waits above the amount of the project. */
export function writeMemo(
  company: BooksCompany,
  { purchase, customer, on }: { purchase: string; customer: string; on: string | null },
  lines: readonly BooksPurchaseLine[],
  by: string,
): void {
  const { books, memory } = company
  const goods = priced(lines)
  const sum = (of: 'amount' | 'vat') => addUp(goods.map((each) => each[of]))
  const id = `new memo ${purchase}`
  const limit = books.project.memo_approval_above
  const status = limit !== null && sum('amount') > limit ? 'pending' : 'approved'
  books.memos[id] = {
    ...{ kind: 'credit', reason: 'return', on: on ?? company.today, customer, booking: null },
    ...{ source: purchase, amount: sum('amount'), vat: sum('vat'), status },
  }
  const { agent } = books.customers[customer]!
  memory.memos[id] = { no: '', agent, of: null, lines: [], credits: [], goods }
  memory.createdBy[id] = by
  if (status === 'approved') postMemo(company, id)
}

const memoOf = ({ books }: BooksCompany, purchase: string) =>
  Object.entries(books.memos).find(
    ([, { source, status }]) => source === purchase && status !== 'cancelled',
  )

/** The refusals of cancelling the memo of a record together with it. */
export function withdrawReasons(company: BooksCompany, purchase: string, by: string): Reason[] {
  const [id, memo] = memoOf(company, purchase) ?? []
  const limit = company.books.project.memo_approval_above
  if (!id || memo!.status !== 'approved' || limit === null || memo!.amount <= limit) return []
  const bySelf = company.books.project.memos_by_other && company.memory.createdBy[id] === by
  return [!holds(company, by, 'memos.approve') && 'not_allowed', bySelf && 'maker_checker']
}

export function withdrawMemo(company: BooksCompany, purchase: string): void {
  const [id, memo] = memoOf(company, purchase) ?? []
  if (!id) return
  if (memo!.status === 'approved') unpostMemo(company, id, company.today)
  memo!.status = 'cancelled'
  touch(company, id)
}
