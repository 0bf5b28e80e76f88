import { addUp } from './action.ts'
import type { BooksCompany } from './books.ts'
import { add, type Expected, type Figures, valueOn } from './oracle-reports.ts'

type Level = 1 | 3

/** The category of a product on a day: what was said last of those that had begun by then. */
function categoryOn({ books, memory }: BooksCompany, level: Level, product: string, day: string) {
  const said = memory.categories[product]?.findLast(({ from }) => from <= day)
  return (said?.are ?? books.products[product]!.categories)[level] ?? 'none'
}

/** Net and paid pieces of each category until a day, each sale in the category of its day. */
function sold(company: BooksCompany, level: Level, day: string): Figures {
  const { books, memory } = company
  const found: Figures = {}
  const note = (on: string, product: string, amount: number, pieces: number) => {
    if (on <= day) add(found, categoryOn(company, level, product, on), amount, pieces)
  }
  const lineOf = (booking: string, no: number) => books.bookings[booking]!.lines[no]!
  for (const [key, { pieces, amount }] of Object.entries(memory.issued)) {
    const [booking, no, on] = key.split('/') as [string, string, string]
    const { product, free_of } = lineOf(booking, Number(no))
    note(on, product, amount, free_of === null ? pieces : 0)
  }
  for (const [booking, credits] of Object.entries(memory.credits))
    for (const { as, on, line, product, amount, returned, free } of credits)
      if (as === 'returned' || as === 'allowance') {
        const goods = line === null ? product! : lineOf(booking, line).product
        note(on, goods, -amount, free ? 0 : -returned)
      }
  for (const { booking, line, on, amount } of memory.charges)
    note(on, lineOf(booking, line).product, amount, 0)
  return found
}

/** Pieces of orders of each category until a day, sold and free: what is neither released nor came back. */
function ordered(company: BooksCompany, day: string): Figures {
  const found: Figures = {}
  for (const [id, { approval, added, lines }] of Object.entries(company.books.bookings)) {
    if (added > day) continue
    // An order of a closed day counts until the day on which it was cancelled.
    if (approval === 'cancelled' && (company.memory.opposedOn[id] ?? '') <= day) continue
    for (const { product, quantity, released, returned, free_of } of lines) {
      const pieces = quantity - released - returned
      const [paid, free] = free_of === null ? [pieces, 0] : [0, pieces]
      add(found, categoryOn(company, 1, product, added), paid, free)
    }
  }
  return found
}

/** Returns the amounts of purchase records in each category until a day, and of goods that customers brought back. */
function bought(company: BooksCompany, day: string): Figures {
  const found: Figures = {}
  for (const { product, kind, on, said } of company.memory.purchased) {
    if (on > day) continue
    const [paid, back] = kind === 'return_in' ? [0, said] : [said, 0]
    add(found, categoryOn(company, 1, product, on), paid, back)
  }
  return found
}

/** Worth and pieces of the stock at the end of a day, in the categories of that day. */
function stocked(company: BooksCompany, day: string): Figures {
  const found: Figures = {}
  for (const product of Object.keys(company.books.products)) {
    const moved = (company.memory.costs[product] ?? []).filter(({ on }) => on <= day)
    const pieces = addUp(moved.map((each) => each.pieces))
    add(found, categoryOn(company, 1, product, day), valueOn(company, product, day), pieces)
  }
  return found
}

/** Computes what the reports say of each category until a day. */
export function expectedByCategory(company: BooksCompany, day: string): Expected[] {
  const period = { from: '2000-01-01', to: day }
  const [ITEM, CATEGORY] = ["coalesce(item, 'none')", "coalesce(category1, 'none')"]
  return [
    ...([1, 3] as const).map(
      (level): Expected => ({
        ...{ report: 'sales', key: ITEM, figures: sold(company, level, day) },
        filters: { level: 'item', items: `category${level}`, ...period },
        columns: ['100 * net', 'pieces'],
      }),
    ),
    {
      ...{ report: 'sales', key: ITEM, figures: ordered(company, day) },
      filters: { level: 'item', items: 'category1', basis: 'added', ...period },
      columns: ['pieces', 'free'],
    },
    ...['added', 'delivery'].map(
      (basis): Expected => ({
        ...{ report: 'purchase', key: CATEGORY, figures: bought(company, day) },
        filters: { level: 'category', basis, to: day },
        columns: ['100 * amount', '100 * returns_in'],
      }),
    ),
    {
      ...{ report: 'inventory', key: CATEGORY, figures: stocked(company, day) },
      filters: { level: 'category1', to: day, cost: 'average' },
      columns: ['100 * cost_value', 'ending'],
    },
  ]
}
