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
import { moveCost } from '../stock-costs.ts'

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
/** Returns the lines whose count differs from the book quantity. */
const variances = (company: BooksCompany, id: string) =>
  Object.entries(company.books.counts[id]!.lines).flatMap(([product, { expected, counted }]) =>
    counted === null || counted === expected ? [] : [[product, counted - expected] as const],
  )

export const countActions: Record<string, ModelAction> = {
  open_stock_count: action<{ p_count: { title: string; blind: boolean } }>({
    needs: 'counts.write',
    often: 1,
    choose: (_company, dice) => ({ p_count: { title: 'Random', blind: dice.chance(0.5) } }),
    judge: () => [],
    done(company, _args, { id }) {
      const lines = Object.entries(company.books.products).map(([product, of]) => [
        product,
        { expected: modelOnHand(of), counted: null },
      ])
      company.books.counts[id!] = { status: 'open', lines: Object.fromEntries(lines) }
    },
  }),

  enter_stock_count: action<
    Sheet & { p_lines: { lines: { product_id: string; counted: string }[] }; p_submit: boolean }
  >({
    needs: 'counts.write',
    often: 3,
    choose(company, dice) {
      const id = dice.doc(company.books.counts, ({ status }) => status === 'open')
      if (!id) return null
      const chosen = Object.keys(company.books.products).filter(() => dice.chance(0.7))
      const lines = chosen.map((product_id) => {
        const expected = company.books.counts[id]!.lines[product_id]?.expected ?? 0
        const counted = dice.chance(0.6) ? expected : dice.nat(12)
        return { product_id, counted: dice.chance(0.1) ? '' : String(counted) }
      })
      const p_version = dice.version(company, id)
      return { p_count: id, p_version, p_lines: { lines }, p_submit: dice.chance(0.7) }
    },
    judge: (company, args) =>
      sheetReasons(company, args, ['open', 'submitted'], (count) => {
        const { lines } = args.p_lines
        const entered = new Map(Object.entries(count.lines).map(([key, l]) => [key, l.counted]))
        for (const { product_id, counted } of lines)
          entered.set(product_id, counted === '' ? null : Number(counted))
        return [
          lines.some(({ product_id }) => !count.lines[product_id]) && 'invalid',
          args.p_submit && [...entered.values()].every((counted) => counted === null) && 'invalid',
        ]
      }),
    done(company, { p_count, p_lines, p_submit }) {
      const count = company.books.counts[p_count]!
      for (const { product_id, counted } of p_lines.lines)
        count.lines[product_id]!.counted = counted === '' ? null : Number(counted)
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
        variances(company, args.p_count).some(
          ([product, more]) => sellable(company.books.products[product]!) + more < 0,
        ) && 'insufficient_stock',
      ]),
    done(company, { p_count }) {
      for (const [product, more] of variances(company, p_count)) {
        moveCost(company, product, more, openDay(company, company.today))
        company.books.products[product]!.adjusted += more
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
