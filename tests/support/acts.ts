import type { testFixture } from './fixture.ts'
import { receivables } from './receivables.ts'
import { reportReader } from './reports.ts'
import type { trade } from './trade.ts'

/** What a customer owes and bought until a day, by every screen that says so; amounts in pesos. */
export interface Agreed {
  /** With cheques that have not cleared taken as paid. */
  owes: string
  /** When cheques count only once they have cleared. */
  cleared: string
  /** Sales by delivery, with VAT, less what came back. */
  net: string
}

export const figures = (owes: string, cleared: string, net: string): Agreed => ({
  owes,
  cleared,
  net,
})

const sum = (amounts: readonly (string | null | undefined)[]) =>
  amounts.reduce((all, each) => all + Math.round(Number(each ?? 0) * 100), 0)
const pesos = (cents: number) => (cents / 100).toFixed(2).replace(/^-0\.00$/, '0.00')

/** Reads the figures of project A from all that show them, and names those that disagree. */
export function acts(fixture: ReturnType<typeof testFixture>, shop: ReturnType<typeof trade>) {
  const books = receivables(fixture, shop)
  const sales = reportReader(fixture, 'report_sales')
  const ar = reportReader(fixture, 'report_ar')
  const deliveries = reportReader(fixture, 'report_delivery')
  const masterlist = reportReader(fixture, 'report_customer_masterlist')
  const balances = reportReader(fixture, 'report_trial_balance')
  const stock = reportReader(fixture, 'report_inventory')
  const vat = reportReader(fixture, 'report_vat')
  const one = async (rows: Promise<Record<string, string | null>[]>) => (await rows)[0]!

  return {
    day: books.day,

    /** Returns the figures of a customer at the end of a day, after checking that all who show them agree. */
    async of(customer: string, offset = 0): Promise<Agreed> {
      const to = await books.day(offset)
      const [owed] = await books.report({ level: 'customer', customer_id: customer, as_of: to })
      const statement = await books.statement(customer, { to })
      const sold = await one(sales({ level: 'total', customer_id: customer, to }))
      const found = {
        owes: new Set([owed?.balance ?? '0.00', statement.remaining]),
        cleared: new Set([owed?.cleared_balance ?? '0.00', statement.closing]),
        net: new Set([sold.net!]),
      }
      for (const level of ['item', 'customer', 'day', 'month', 'line']) {
        const rows = await sales({ level, customer_id: customer, to, items: 'product' })
        found.net.add(pesos(sum(rows.map(({ net }) => net))))
      }
      if (offset === 0) {
        const page = await books.position(customer)
        const line = (await masterlist({})).find((row) => row.customer_id === customer)
        for (const { collectibles } of [page, line!]) found.owes.add(collectibles!)
        found.cleared.add(page.cleared_balance!)
      }
      const agreed = Object.entries(found).map(([key, said]) => [key, [...said].join(' or ')])
      return Object.fromEntries(agreed) as Agreed
    },

    /** Returns what does not add up at the end of a day: control accounts, reports, and the check of the books. */
    async disagreements(offset = 0): Promise<string[]> {
      const to = await books.day(offset)
      const accounts = Object.fromEntries(
        (await balances({ level: 'account', to })).map((row) => [row.account, row.closing]),
      )
      const closing = (...names: string[]) => pesos(sum(names.map((name) => accounts[name])))
      const trial = await one(balances({ level: 'total', to }))
      const owed = await one(ar({ level: 'total', as_of: to }))
      const sold = await one(sales({ level: 'total', to }))
      const left = await one(deliveries({ level: 'total', to }))
      const taxed = await one(vat({ level: 'total', to }))
      const worth = await one(stock({ level: 'total', to }))
      const undercharged = await fixture.db.sql<{ amount: string }>(
        `select coalesce(sum(amount), 0.00)::text as amount from public.sales_entries
         where project_id = $1::uuid and kind = 'undercharge' and on_date <= $2::text::date`,
        [fixture.a, to],
      )
      const pairs: Record<string, [string, string]> = {
        'trial balance': [pesos(sum([trial.debit_balance])), pesos(sum([trial.credit_balance]))],
        'AR and its accounts': [
          pesos(sum([owed.balance])),
          closing('receivables', 'customer_deposits'),
        ],
        'sales and their accounts': [
          pesos(-sum([sold.net])),
          closing('sales', 'sales_returns', 'allowances', 'output_vat'),
        ],
        'deliveries and gross sales': [
          pesos(sum([left.amount])),
          pesos(sum([sold.gross]) - sum([sold.discount]) - sum([undercharged[0]!.amount])),
        ],
        'VAT report and its account': [
          pesos(sum([taxed.memos_vat]) - sum([taxed.output_vat])),
          closing('output_vat'),
        ],
        'stock and its account': [pesos(sum([worth.book_value])), closing('inventory')],
      }
      const broken = await fixture.db.sql<Record<string, string>>(
        'select check_key, label, stored, expected from private.book_check_violations(array[$1::uuid])',
        [fixture.a],
      )
      return [
        ...Object.entries(pairs)
          .filter(([, [one, other]]) => one !== other)
          .map(([what, [one, other]]) => `${what}: ${one} and ${other}`),
        ...broken.map((row) => JSON.stringify(row)),
      ]
    },
  }
}
