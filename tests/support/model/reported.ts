import { addDays } from '../../../app/platform/values/dates.ts'
import { reportTable } from '../reports.ts'
import { addUp } from './action.ts'
import type { BooksCompany } from './books.ts'
import { expectedByCategory } from './by-category.ts'
import { type Oracle, salesOf } from './oracle.ts'
import {
  accountsOf,
  expectedReports,
  expectedUntil,
  type Figures,
  proposedPrices,
} from './oracle-reports.ts'

/** Runs a query as the Owner of the company. */
export type Ask = <T extends Record<string, unknown>>(
  text: string,
  params: unknown[],
) => Promise<T[]>

/** The days before today that are compared; commands choose among them. */
const DAYS_BACK = [0, 1, 2, 3, 4, 5]

/** Returns the reports that say something else than the commands: of today and of each day before. */
export async function misreported(
  ask: Ask,
  company: BooksCompany,
  oracle: Oracle,
): Promise<string[]> {
  const wrong: string[] = []
  const same = (what: string, told: Figures, expected: Figures) => {
    const [is, shall] = [told, expected].map((all) => JSON.stringify(Object.entries(all).sort()))
    if (is !== shall) wrong.push(`${what}: ${is}; by the commands ${shall}`)
  }
  const figures = async (text: string, ...params: string[]) => {
    const [row] = await ask<{ told: Figures }>(
      `select coalesce(jsonb_object_agg(k, jsonb_build_array(x::bigint, y::bigint)), '{}') as told
       from (${text}) r (k, x, y) where x <> 0 or y <> 0`,
      [company.id, ...params],
    )
    return row!.told
  }
  for (const ago of DAYS_BACK) {
    const day = addDays(company.today, -ago)
    const balances = oracle.balances(day)
    same(`AR of ${day}`, await figures(AR, day), balances)
    same(`Statements of ${day}`, await figures(STATEMENTS, day), balances)
    const owed = addUp(Object.values(balances).map(([balance]) => balance))
    same(`Accounts of ${day}`, await figures(ACCOUNTS, day), accountsOf(company, oracle, day, owed))
    same(`Trial balance of ${day}`, await figures(TRIAL_BALANCE, day), {})
    same(`Journal entries until ${day}`, await figures(JOURNAL, day), {})
  }
  for (const ago of [0, 3]) {
    const day = addDays(company.today, -ago)
    same(`Proposed prices of ${day}`, await figures(PROPOSED, day), proposedPrices(company, day))
  }
  const sold = salesOf(company)
  same('Sales', await figures(sales('sum(pieces), 100 * sum(net)')), sold.net)
  same('Gross', await figures(sales('100 * sum(gross), 100 * sum(discount)')), sold.asked)
  same('Costs', await figures(sales('100 * sum(cost), 100 * sum(margin)')), sold.cost)
  same('Returns', await figures(sales('sum(free), 100 * sum(returns)')), sold.left)
  const allowed = Object.entries(sold.allowed).flatMap(([key, [amount]]) =>
    amount === 0 ? [] : [[key, [amount, 0]]],
  )
  same('Allowances', await figures(sales('100 * sum(allowances), 0')), Object.fromEntries(allowed))
  same('Deliveries', await figures(deliveries('sum(pieces), 100 * sum(amount)')), sold.delivered)
  same(
    'Delivered gross',
    await figures(deliveries('100 * sum(gross), 100 * sum(discount)')),
    sold.priced,
  )
  same('Given', await figures(deliveries('sum(free), 0')), sold.given)
  for (const { report, filters, key, columns, figures: expected } of [
    ...expectedReports(company, oracle),
    ...DAYS_BACK.flatMap((ago) => expectedUntil(company, oracle, addDays(company.today, -ago))),
    ...[0, 2, 4].flatMap((ago) => expectedByCategory(company, addDays(company.today, -ago))),
  ]) {
    const [one, other] = columns
    const group = columns.some((column) => column.includes('sum(')) ? 'group by 1' : ''
    const told = await figures(
      `select ${key}, ${one}, ${other} from ${tableOf(report, '$2::text::jsonb', key, columns)} r ${group}`,
      JSON.stringify(filters),
    )
    const counted = Object.entries(expected).filter(([, [x, y]]) => x !== 0 || y !== 0)
    same(
      `Report ${report} ${JSON.stringify(filters)}, ${columns}`,
      told,
      Object.fromEntries(counted),
    )
  }
  return wrong
}

/** SQL that reads what these expressions of a report name: texts for its keys, and numbers. */
function tableOf(report: string, filters: string, key: string, figures: readonly string[]) {
  const named = (text: string) =>
    [...text.replace(/'[^']*'/g, '').matchAll(/[a-z_]\w*(?![\w(])/g)].map(([name]) => name)
  const keys = named(key)
  const others = figures.flatMap(named).filter((name) => !keys.includes(name))
  const columns = [
    ...keys.map((name) => `${name} text`),
    ...others.map((name) => `${name} numeric`),
  ]
  return reportTable(`report_${report}`, `$1::uuid, ${filters}`, [...new Set(columns)].join(', '))
}

const AR = `select customer_id, 100 * balance, 100 * cleared_balance
  from ${tableOf('ar', "jsonb_build_object('level', 'customer', 'as_of', $2::text)", 'customer_id', ['balance', 'cleared_balance'])} r`
const STATEMENTS = `select c.id, 100 * (s ->> 'remaining')::numeric, 100 * (s ->> 'closing')::numeric
  from public.customers c
  cross join lateral public.customer_statement($1::uuid, c.id, jsonb_build_object('to', $2::text)) s
  where c.project_id = $1::uuid`
const PROPOSED = `select concat_ws('/', c.id, r.product_id, r.agent_srp_pieces, r.price_list_id), 100 * r.agent_srp, 100 * r.floor
  from public.customers c
  cross join (select jsonb_build_object('products', jsonb_agg(d.id)) as ids from public.products d where d.project_id = $1::uuid) p
  cross join lateral public.proposed_prices($1::uuid, c.id, $2::text, p.ids) r
  where c.project_id = $1::uuid`
const ACCOUNTS = `select case when account in ('receivables', 'customer_deposits') then 'owed' else account end, 100 * sum(closing), 0
  from ${tableOf('trial_balance', "jsonb_build_object('level', 'account', 'to', $2::text)", 'account', ['closing'])} r
  where account in ('receivables', 'customer_deposits', 'sales', 'sales_returns', 'output_vat', 'unbilled', 'inventory', 'cost_of_sales',
    'returned_goods', 'purchases_clearing', 'purchase_variance', 'allowances', 'write_offs', 'other_income') group by 1`
/** Debits and credits that differ, in all and within an entry. */
const TRIAL_BALANCE = `select 'balance', 100 * (debit - credit), 100 * (debit_balance - credit_balance)
  from ${tableOf('trial_balance', "jsonb_build_object('level', 'total', 'to', $2::text)", '', ['debit', 'credit', 'debit_balance', 'credit_balance'])} r`
const JOURNAL = `select entry_no, 100 * sum(debit - credit), 0
  from ${tableOf('journal', "jsonb_build_object('level', 'line', 'to', $2::text)", 'entry_no', ['debit', 'credit'])} r group by 1`
const sales = (columns: string) => `select on_date || '/' || booking_id, ${columns}
  from ${tableOf('sales', `'{"level": "line"}'`, 'on_date booking_id', [columns])} r group by 1`
const deliveries = (columns: string) => `select on_date || '/' || booking_id, ${columns}
  from ${tableOf('delivery', `'{"level": "line"}'`, 'on_date booking_id', [columns])} r group by 1`
