import {
  action,
  addUp,
  blank,
  type ModelAction,
  postingDay,
  type Reason,
  reasonsOn,
  touch,
} from '../action.ts'
import type { BooksCompany, BooksEdit, BooksPurchaseLine, Price } from '../books.ts'
import { available, modelOnHand } from '../figures.ts'
import {
  returnReasons,
  whoBought,
  withdrawMemo,
  withdrawReasons,
  writeMemo,
} from '../goods-memos.ts'
import { millionths, named, priceOf, worth } from '../prices.ts'
import { leastSince, moveCost } from '../stock-costs.ts'
import { isSold } from './booking-lines.ts'

interface TypedPurchaseLine {
  product_id: string
  quantity: number
  cost: string
  cost_pieces?: number
  prod_srp: string | null
  prod_srp_pieces?: number
}

interface NewPurchase {
  p_purchase: {
    po_no: string
    supplier: string
    kind: string
    date_added: string | null
    customer_id: string | null
    lines: TypedPurchaseLine[]
  }
}

/** Per piece, and per case of 12. */
const PRICES: Price[] = ['900/1', '1150/1', '1225/1', '10000/12', '9625/12']

/** Pieces of each product in these lines. */
export function pieces(lines: Iterable<{ product: string; quantity: number }>): [string, number][] {
  const sums = new Map<string, number>()
  for (const { product, quantity } of lines) sums.set(product, (sums.get(product) ?? 0) + quantity)
  return [...sums]
}

/** Returns a refusal when more would leave on a day than is available, or was there on that day and since. */
const short = (
  company: BooksCompany,
  lines: Iterable<{ product: string; quantity: number }>,
  on = company.today,
): Reason =>
  pieces(lines).some(
    ([product, quantity]) =>
      quantity > available(company.books.products[product]!) ||
      quantity > leastSince(company, product, on),
  ) && 'insufficient_stock'

const COLUMN = {
  purchase: 'purchased',
  return_in: 'returned',
  supplier_return: 'supplier_returned',
} as const

/** Pieces of a purchase line come in, or go back to the supplier; below zero when that is taken back. The record says what they cost. */
function move(
  company: BooksCompany,
  { kind, line, product }: { kind: string; line: string; product: string },
  quantity: number,
  cost: number,
  { on = company.today, said = cost }: { on?: string; said?: number } = {},
) {
  const sign = kind === 'supplier_return' ? -1 : 1
  const { bought, purchased } = company.memory
  const posted = moveCost(company, product, sign * quantity, on, sign * cost)
  bought[line] = (bought[line] ?? 0) + posted
  purchased.push({
    ...{ id: line.split('/')[0]!, product, kind, on, said: sign * said },
    cost: posted,
  })
  company.books.products[product]![COLUMN[kind as keyof typeof COLUMN]] += quantity
}

const total = (lines: readonly BooksPurchaseLine[]) =>
  addUp(lines.map((l) => worth(l.cost, l.quantity)))
/** The figure of a line that a request is about. */
const figure = (line: BooksPurchaseLine, item: string) =>
  item === 'quantity' ? line.quantity : item === 'cost' ? line.cost : line.srp

export const stockActions: Record<string, ModelAction> = {
  create_purchase: action<NewPurchase>({
    needs: 'purchases.write',
    often: 6,
    choose(company, dice) {
      const kind = dice.one(['purchase', 'purchase', 'purchase', 'return_in', 'supplier_return'])
      const srp = () => {
        if (kind === 'return_in' && dice.chance(0.4))
          return { prod_srp: dice.chance(0.97) ? '0.00' : null }
        return kind === 'return_in' || dice.chance(0.3)
          ? named('prod_srp', dice.one(PRICES))
          : { prod_srp: null }
      }
      const cost = () =>
        named('cost', dice.chance(0.3) ? dice.one(PRICES) : `${100 * dice.upTo(9)}/1`)
      return {
        p_purchase: {
          ...{ po_no: 'PO-R', supplier: 'Supplier', kind, date_added: dice.day(company) },
          customer_id: kind === 'return_in' ? whoBought(company, dice) : null,
          lines: Array.from({ length: dice.upTo(3) }, () => ({
            product_id: dice.doc(company.books.products, isSold)!,
            quantity: dice.chance(0.03) ? 0 : dice.upTo(9),
            ...cost(),
            ...srp(),
          })) as TypedPurchaseLine[],
        },
      }
    },
    judge: (company, { p_purchase: { kind, lines, date_added, customer_id } }) => {
      const wanted = lines.map((l) => ({ product: l.product_id, quantity: l.quantity }))
      return [
        ...postingDay(company, date_added),
        wanted.some((l) => !isSold(company.books.products[l.product]) || l.quantity === 0) &&
          'invalid',
        ...(kind === 'return_in'
          ? returnReasons(company, customer_id, lines, date_added ?? company.today)
          : []),
        kind === 'supplier_return' && short(company, wanted, date_added ?? undefined),
      ]
    },
    done: (company, { p_purchase: { kind, lines, customer_id, date_added } }, { id }, by) => {
      const made = lines.map((line) => ({
        product: line.product_id,
        quantity: line.quantity,
        cost: priceOf(line.cost, line.cost_pieces),
        srp: line.prod_srp === null ? null : priceOf(line.prod_srp, line.prod_srp_pieces),
      }))
      company.books.purchases[id!] = { kind, status: 'active', total: total(made), lines: made }
      for (const [no, { product, quantity, cost, srp }] of made.entries()) {
        const line = `${id}/${no}`
        move(company, { kind, line, product }, quantity, worth(cost, quantity), {
          on: date_added ?? undefined,
        })
        if (kind === 'purchase' && srp !== null) setLive(company, product, srp, by)
      }
      if (kind === 'return_in')
        writeMemo(company, { purchase: id!, customer: customer_id!, on: date_added }, made, by)
    },
  }),

  cancel_purchase: action<{ p_purchase: string; p_version: number; p_reason: string }>({
    needs: 'purchases.write',
    often: 3,
    choose(company, dice) {
      const id = dice.doc(company.books.purchases, ({ status }) => status === 'active')
      if (!id) return null
      return { p_purchase: id, p_version: dice.version(company, id), p_reason: dice.reason() }
    },
    judge: (company, { p_purchase, p_version, p_reason }, by) =>
      reasonsOn(company, company.books.purchases, p_purchase, p_version, (purchase) => [
        ...withdrawReasons(company, p_purchase, by),
        blank(p_reason) && 'invalid',
        purchase.status !== 'active' && 'wrong_state',
        purchase.kind !== 'supplier_return' && short(company, purchase.lines),
      ]),
    done(company, { p_purchase }) {
      const purchase = company.books.purchases[p_purchase]!
      purchase.status = 'cancelled'
      withdrawMemo(company, p_purchase)
      for (const [no, { product, quantity }] of purchase.lines.entries()) {
        const line = `${p_purchase}/${no}`
        const { kind } = purchase
        const cost = Math.abs(company.memory.bought[line]!)
        const said = worth(purchase.lines[no]!.cost, quantity)
        move(company, { kind, line, product }, -quantity, -cost, { said: -said })
      }
      touch(company, p_purchase)
      for (const [id, edit] of Object.entries(company.books.edits))
        if (edit.purchase === p_purchase && edit.status === 'pending') {
          edit.status = 'rejected'
          touch(company, id)
        }
    },
  }),

  request_product_edit: action<{
    p_request: {
      purchase_line_id: string
      item_to_edit: string
      what_edit: string
      what_pieces?: number
      is_change_live_srp: boolean
      reason: string
    }
  }>({
    needs: 'product_edits.request',
    often: 4,
    choose(company, dice) {
      const id = dice.doc(company.books.purchases, ({ status }) => status === 'active')
      if (!id) return null
      const item = dice.one(['quantity', 'quantity', 'cost', 'prod_srp'])
      const { what_edit, what_edit_pieces } = named('what_edit', dice.one(PRICES))
      const price = { what_edit, ...(what_edit_pieces ? { what_pieces: what_edit_pieces } : {}) }
      const to = item === 'quantity' ? { what_edit: String(dice.nat(9)) } : price
      return {
        p_request: {
          purchase_line_id: dice.one(company.lineIds[id]!),
          item_to_edit: item,
          ...(to as { what_edit: string; what_pieces?: number }),
          is_change_live_srp: item === 'prod_srp' && dice.chance(0.5),
          reason: dice.reason(),
        },
      }
    },
    judge(company, { p_request: wanted }) {
      const edit = editOf(company, wanted)
      if (!edit) return ['not_found']
      const waits = ({ purchase, line, item, status }: BooksEdit) =>
        status === 'pending' &&
        purchase === edit.purchase &&
        line === edit.line &&
        item === edit.item
      return [
        blank(wanted.reason) && 'invalid',
        edit.to === 0 && 'invalid',
        edit.from === edit.to && !wanted.is_change_live_srp && 'invalid',
        company.books.purchases[edit.purchase]!.status !== 'active' && 'wrong_state',
        company.books.purchases[edit.purchase]!.kind === 'return_in' &&
          edit.item !== 'cost' &&
          'wrong_state',
        Object.values(company.books.edits).some(waits) && 'wrong_state',
      ]
    },
    done(company, { p_request: wanted }, { id }, by) {
      company.books.edits[id!] = editOf(company, wanted)!
      company.memory.createdBy[id!] = by
    },
  }),

  decide_product_edit: action<{
    p_request: string
    p_version: number
    p_decision: string
    p_note: string | null
  }>({
    needs: 'product_edits.decide',
    often: 4,
    choose(company, dice) {
      const id = dice.doc(company.books.edits, ({ status }) => status === 'pending')
      if (!id) return null
      const p_decision = dice.chance(0.75) ? 'approved' : 'rejected'
      const p_note = dice.chance(0.5) ? 'Random' : null
      return { p_request: id, p_version: dice.version(company, id), p_decision, p_note }
    },
    judge: (company, { p_request, p_version, p_decision, p_note }, by) =>
      reasonsOn(company, company.books.edits, p_request, p_version, (edit) => {
        const approves = p_decision === 'approved'
        const { kind, lines } = company.books.purchases[edit.purchase]!
        const line = lines[edit.line]!
        const more = edit.item === 'quantity' ? Number(edit.to) - line.quantity : 0
        const leaves = kind === 'supplier_return' ? more : -more
        return [
          edit.status !== 'pending' && 'wrong_state',
          company.memory.createdBy[p_request] === by && 'maker_checker',
          p_decision === 'rejected' && blank(p_note) && 'invalid',
          approves && figure(line, edit.item) !== edit.from && 'stale_version',
          approves && leaves > 0 && short(company, [{ product: line.product, quantity: leaves }]),
        ]
      }),
    done(company, { p_request, p_decision }, _answer, by) {
      const edit = company.books.edits[p_request]!
      edit.status = p_decision
      touch(company, p_request)
      if (p_decision !== 'approved') return
      const purchase = company.books.purchases[edit.purchase]!
      const line = purchase.lines[edit.line]!
      const of = {
        kind: purchase.kind,
        line: `${edit.purchase}/${edit.line}`,
        product: line.product,
      }
      const differs = (now: BooksPurchaseLine, pieces: [now: number, before: number]) =>
        worth(now.cost, pieces[0]) - worth(line.cost, pieces[1])
      if (edit.item === 'quantity') {
        const now = Number(edit.to)
        move(company, of, now - line.quantity, differs(line, [now, line.quantity]))
        line.quantity = now
      } else if (edit.item === 'cost') {
        const now = { ...line, cost: String(edit.to) }
        // Pieces that were sold meanwhile keep the cost at which they were sold.
        const left = Math.min(modelOnHand(company.books.products[line.product]!), line.quantity)
        move(company, of, 0, differs(now, [left, left]), {
          said: differs(now, [line.quantity, line.quantity]),
        })
        line.cost = now.cost
      } else line.srp = String(edit.to)
      purchase.total = total(purchase.lines)
      touch(company, edit.purchase)
      if (edit.live) setLive(company, line.product, String(edit.to), by)
    },
  }),
}

/** Changes the live SRP of a product, and notes who did. */
function setLive({ books, memory }: BooksCompany, id: string, srp: Price, by: string): void {
  const product = books.products[id]!
  if (millionths(product.live) === millionths(srp)) return
  memory.prices[id] = [...(memory.prices[id] ?? []), { by, srp: millionths(srp) }]
  product.live = srp
}

/** The request that these arguments make; null for a line that is not there. */
function editOf(
  company: BooksCompany,
  wanted: {
    purchase_line_id: string
    item_to_edit: string
    what_edit: string
    what_pieces?: number
    is_change_live_srp: boolean
  },
): BooksEdit | null {
  const found = Object.entries(company.lineIds).find(([, ids]) =>
    ids.includes(wanted.purchase_line_id),
  )
  const purchase = found && company.books.purchases[found[0]]
  if (!found || !purchase) return null
  const line = found[1].indexOf(wanted.purchase_line_id)
  const item = wanted.item_to_edit
  const to =
    item === 'quantity' ? Number(wanted.what_edit) : priceOf(wanted.what_edit, wanted.what_pieces)
  return {
    ...{ purchase: found[0], line, item, to, status: 'pending', live: wanted.is_change_live_srp },
    from: figure(purchase.lines[line]!, item),
  }
}
