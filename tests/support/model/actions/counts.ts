import {
  action,
  blank,
  type Dice,
  type ModelAction,
  openDay,
  type Reason,
  reasonsOn,
  touch,
} from '../action.ts'
import type { BooksCompany, Count } from '../books.ts'
import { modelOnHand, sellable } from '../figures.ts'
import { leastSince, moveCost } from '../stock-costs.ts'
import { moveBad } from './bad-orders.ts'

/** What somebody counted of a product, or of its bad orders. */
interface CountedLine {
  product_id: string
  stock_state?: string
  counted: string
}
const keyOf = ({ product_id, stock_state }: CountedLine) =>
  stock_state === 'bad_order' ? `${product_id}/bad` : product_id

interface Sheet {
  p_count: string
  p_version: number
}

/** A count that can be chosen, and the version that somebody saw of it. */
const sheet =
  (from: string[]) =>
  (company: BooksCompany, dice: Dice): (Sheet & { p_reason: string }) | null => {
    const id = dice.doc(company.books.counts, ({ status }) => from.includes(status))
    if (!id) return null
    return { p_count: id, p_version: dice.version(company, id), p_reason: dice.reason() }
  }
const sheetReasons = (
  company: BooksCompany,
  { p_count, p_version, p_reason }: Sheet & { p_reason?: string },
  from: string[],
  more: (count: Count) => Reason[] = () => [],
): Reason[] =>
  reasonsOn(company, company.books.counts, p_count, p_version, (count) => [
    !from.includes(count.status) && 'wrong_state',
    p_reason !== undefined && blank(p_reason) && 'invalid',
    ...more(count),
  ])
/** The product and the state of a line. */
const lineOf = (key: string) => ({ product: key.split('/')[0]!, bad: key.endsWith('/bad') })
/** Returns the lines whose count differs from the book quantity, in the order of posting. */
const inOrder = <T>(lines: Record<string, T>) =>
  Object.entries(lines).sort(([a], [b]) => {
    const [one, other] = [lineOf(a), lineOf(b)]
    if (one.product !== other.product) return one.product < other.product ? -1 : 1
    return one.bad ? -1 : 1
  })
const variances = (company: BooksCompany, id: string) =>
  inOrder(company.books.counts[id]!.lines).flatMap(([key, { expected, counted }]) =>
    counted === null || counted === expected ? [] : [[key, counted - expected] as const],
  )

export const countActions: Record<string, ModelAction> = {
  open_stock_count: action<{ p_count: { title: string; blind: boolean } }>({
    needs: 'counts.write',
    often: 1,
    choose: (_company, dice) => ({ p_count: { title: 'Random', blind: dice.chance(0.5) } }),
    judge: () => [],
    done(company, _args, { id }) {
      const lines = Object.entries(company.books.products)
        .filter(([, of]) => of.merged === null || modelOnHand(of) > 0)
        .flatMap(([product, of]) => [
          [product, { expected: sellable(of), counted: null }],
          ...(of.bad > 0 ? [[`${product}/bad`, { expected: of.bad, counted: null }]] : []),
        ])
      company.books.counts[id!] = { status: 'open', lines: Object.fromEntries(lines) }
    },
  }),

  enter_stock_count: action<Sheet & { p_lines: { lines: CountedLine[] }; p_submit: boolean }>({
    needs: 'counts.write',
    often: 3,
    choose(company, dice) {
      const id = dice.doc(company.books.counts, ({ status }) => status === 'open')
      if (!id) return null
      const products = Object.keys(company.books.products).filter(
        (product) => company.books.products[product]!.merged === null || dice.chance(0.1),
      )
      const bad = products.filter((product) => company.books.products[product]!.bad > 0)
      const keys = [...products, ...bad.map((product) => `${product}/bad`)]
      const lines = keys
        .filter(() => dice.chance(0.7))
        .map((key) => {
          const expected = company.books.counts[id]!.lines[key]?.expected ?? 0
          const counted = dice.chance(0.6) ? expected : dice.nat(12)
          const of = lineOf(key)
          return {
            product_id: of.product,
            ...(of.bad && { stock_state: 'bad_order' }),
            counted: dice.chance(0.1) ? '' : String(counted),
          }
        })
      const p_version = dice.version(company, id)
      return { p_count: id, p_version, p_lines: { lines }, p_submit: dice.chance(0.7) }
    },
    judge: (company, args) =>
      sheetReasons(company, args, ['open', 'submitted'], (count) => {
        const { lines } = args.p_lines
        const entered = new Map(Object.entries(count.lines).map(([key, l]) => [key, l.counted]))
        for (const line of lines)
          entered.set(keyOf(line), line.counted === '' ? null : Number(line.counted))
        return [
          lines.some((line) => !count.lines[keyOf(line)]) && 'invalid',
          args.p_submit && [...entered.values()].every((counted) => counted === null) && 'invalid',
        ]
      }),
    done(company, { p_count, p_lines, p_submit }) {
      const count = company.books.counts[p_count]!
      for (const line of p_lines.lines)
        count.lines[keyOf(line)]!.counted = line.counted === '' ? null : Number(line.counted)
      count.status = p_submit ? 'submitted' : 'open'
      touch(company, p_count)
    },
  }),

  post_stock_count: action<Sheet & { p_reason: string }>({
    needs: 'counts.decide',
    often: 3,
    choose: sheet(['submitted']),
    judge: (company, args) =>
      sheetReasons(company, args, ['submitted'], () => [
        variances(company, args.p_count).some(([key, more]) => {
          const { product, bad } = lineOf(key)
          return more < 0 && -more > leastSince(company, product, company.today, bad)
        }) && 'insufficient_stock',
      ]),
    done(company, { p_count }) {
      const on = openDay(company, company.today)
      for (const [key, more] of variances(company, p_count)) {
        const { product, bad } = lineOf(key)
        moveCost(company, product, more, on)
        company.books.products[product]!.adjusted += more
        if (bad) moveBad(company, product, more, on)
      }
      company.books.counts[p_count]!.status = 'posted'
      touch(company, p_count)
    },
  }),

  cancel_stock_count: action<Sheet & { p_reason: string }>({
    needs: ['counts.decide', 'counts.write'],
    often: 1,
    choose: sheet(['open', 'submitted']),
    judge: (company, args) => sheetReasons(company, args, ['open', 'submitted']),
    done(company, { p_count }) {
      company.books.counts[p_count]!.status = 'cancelled'
      touch(company, p_count)
    },
  }),

  send_back_stock_count: action<Sheet & { p_reason: string }>({
    needs: 'counts.decide',
    often: 1,
    choose: sheet(['submitted']),
    judge: (company, args) => sheetReasons(company, args, ['submitted']),
    done(company, { p_count }) {
      company.books.counts[p_count]!.status = 'open'
      touch(company, p_count)
    },
  }),
}
