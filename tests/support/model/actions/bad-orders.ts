import {
  action,
  blank,
  holds,
  type ModelAction,
  openDay,
  postingDay,
  reasonsOn,
  touch,
} from '../action.ts'
import type { BadOrder, BooksCompany } from '../books.ts'
import { available } from '../figures.ts'
import { leastSince, moveCost } from '../stock-costs.ts'

interface NewRecord {
  p_record: {
    kind: BadOrder['kind']
    on_date: string | null
    reason: string
    lines: { product_id: string; quantity: number }[]
  }
}

/** Pieces come among the bad orders of a product on a day, or leave them. */
export function moveBad(
  { books, memory }: BooksCompany,
  product: string,
  pieces: number,
  on: string,
): void {
  books.products[product]!.bad += pieces
  memory.bad[product] ??= []
  memory.bad[product].push({ on, pieces })
}

const tooMany = (company: BooksCompany, { kind, on, lines }: Omit<BadOrder, 'no' | 'status'>) =>
  lines.some(([product, quantity]) => {
    const stock = company.books.products[product]
    if (!stock) return false
    if (kind === 'to_bad_order' && quantity > available(stock)) return true
    return quantity > leastSince(company, product, on, kind !== 'to_bad_order')
  }) && 'insufficient_stock'

/** Pieces of a written-off record leave the stock, or come back among the bad orders. */
function writeOff(company: BooksCompany, id: string, sign: 1 | -1, on: string): void {
  const { writtenOff } = company.memory
  for (const [product, quantity] of company.books.badOrders[id]!.lines) {
    const key = `${id}/${product}`
    // They come back at the cost at which they left.
    const cost = sign === 1 ? null : writtenOff[key]!
    writtenOff[key] = -moveCost(company, product, -sign * quantity, on, cost)
    company.books.products[product]!.adjusted -= sign * quantity
    moveBad(company, product, -sign * quantity, on)
  }
}

type OfRecord<More = unknown> = { p_record: string; p_version: number } & More

export const badOrderActions: Record<string, ModelAction> = {
  create_bad_order: action<NewRecord>({
    needs: 'counts.write',
    often: 10,
    choose(company, dice) {
      const bad = Object.values(company.books.products).some((each) => each.bad > 0)
      const kind = bad
        ? dice.one(['to_bad_order', 'to_sellable', 'write_off', 'write_off'] as const)
        : 'to_bad_order'
      const fits = (product: { bad: number }) => kind === 'to_bad_order' || product.bad > 0
      const lines = Array.from({ length: dice.upTo(2) }, () => ({
        product_id: dice.doc(company.books.products, fits)!,
        quantity: dice.chance(0.03) ? 0 : dice.upTo(kind === 'to_bad_order' ? 6 : 4),
      }))
      return { p_record: { kind, on_date: dice.day(company), reason: dice.reason(), lines } }
    },
    judge(company, { p_record: { kind, on_date, reason, lines } }) {
      const record = {
        ...{ kind, on: on_date ?? company.today },
        lines: lines.map((line): [string, number] => [line.product_id, line.quantity]),
      }
      return [
        ...postingDay(company, on_date),
        blank(reason) && 'invalid',
        lines.some(({ product_id, quantity }) => {
          const twice = lines.filter((line) => line.product_id === product_id).length > 1
          return twice || quantity === 0 || !company.books.products[product_id]
        }) && 'invalid',
        tooMany(company, record),
      ]
    },
    done(company, { p_record: { kind, on_date, lines } }, { id }, by) {
      const { books, memory } = company
      books.project.bad_order_count += 1
      const on = on_date ?? company.today
      books.badOrders[id!] = {
        no: `BO-${String(books.project.bad_order_count).padStart(6, '0')}`,
        ...{ kind, on, status: kind === 'write_off' ? 'pending' : 'approved' },
        lines: lines.map((line) => [line.product_id, line.quantity]),
      }
      memory.createdBy[id!] = by
      if (kind === 'write_off') return
      for (const { product_id, quantity } of lines)
        moveBad(company, product_id, kind === 'to_bad_order' ? quantity : -quantity, on)
    },
  }),

  approve_write_off: action<OfRecord>({
    needs: 'counts.decide',
    often: 8,
    choose(company, dice) {
      const id = dice.doc(company.books.badOrders, ({ status }) => status === 'pending')
      return id ? { p_record: id, p_version: dice.version(company, id) } : null
    },
    judge: (company, { p_record, p_version }, by) =>
      reasonsOn(company, company.books.badOrders, p_record, p_version, (record) => [
        record.status !== 'pending' && 'wrong_state',
        company.memory.createdBy[p_record] === by && 'maker_checker',
        tooMany(company, { ...record, on: openDay(company, record.on) }),
      ]),
    done(company, { p_record }) {
      const record = company.books.badOrders[p_record]!
      record.status = 'approved'
      record.on = openDay(company, record.on)
      writeOff(company, p_record, 1, record.on)
      touch(company, p_record)
    },
  }),

  cancel_write_off: action<OfRecord<{ p_reason: string; p_date: string | null }>>({
    needs: ['counts.decide', 'counts.write'],
    often: 3,
    choose(company, dice) {
      const id = dice.doc(company.books.badOrders, ({ kind, status }) =>
        kind === 'write_off' ? status !== 'cancelled' : dice.chance(0.05),
      )
      if (!id) return null
      const p_date = dice.chance(0.5) ? null : dice.day(company)
      return {
        ...{ p_record: id, p_version: dice.version(company, id), p_reason: dice.reason(), p_date },
      }
    },
    judge: (company, { p_record, p_version, p_reason, p_date }, by) =>
      reasonsOn(company, company.books.badOrders, p_record, p_version, ({ kind, status, on }) => [
        blank(p_reason) && 'invalid',
        (kind !== 'write_off' || status === 'cancelled') && 'wrong_state',
        status === 'approved' && !holds(company, by, 'counts.decide') && 'not_allowed',
        ...(status === 'approved'
          ? [...postingDay(company, p_date), (p_date ?? company.today) < on && 'invalid']
          : []),
      ]),
    done(company, { p_record, p_date }) {
      const record = company.books.badOrders[p_record]!
      if (record.status === 'approved') writeOff(company, p_record, -1, p_date ?? company.today)
      record.status = 'cancelled'
      touch(company, p_record)
    },
  }),
}
