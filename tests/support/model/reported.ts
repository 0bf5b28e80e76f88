import { addDays } from '../../../app/platform/values/dates.ts'
import { addUp } from './action.ts'
import type { BooksCompany } from './books.ts'
import { type Oracle, salesOf } from './oracle.ts'
import { expectedReports, expectedUntil, type Figures } from './oracle-reports.ts'

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
    same(`Accounts of ${day}`, await figures(ACCOUNTS, day), owed === 0 ? {} : { owed: [owed, 0] })
  }
  const sold = salesOf(company)
  same('Sales', await figures(SALES), sold.net)
  same('Deliveries', await figures(DELIVERIES), sold.delivered)
  for (const { report, filters, key, columns, figures: expected } of [
    ...expectedReports(company, oracle),
    ...DAYS_BACK.flatMap((ago) => expectedUntil(company, oracle, addDays(company.today, -ago))),
  ]) {
    const [one, other] = columns
    const group = columns.some((column) => column.includes('sum(')) ? 'group by 1' : ''
    const told = await figures(
      `select ${key}, ${one}, ${other} from public.report_${report}($1::uuid, $2::text::jsonb) ${group}`,
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

const AR = `select customer_id, 100 * balance, 100 * cleared_balance
  from public.report_ar($1::uuid, jsonb_build_object('level', 'customer', 'as_of', $2::text))`
const STATEMENTS = `select c.id, 100 * (s ->> 'remaining')::numeric, 100 * (s ->> 'closing')::numeric
  from public.customers c
  cross join lateral public.customer_statement($1::uuid, c.id, jsonb_build_object('to', $2::text)) s
  where c.project_id = $1::uuid`
const ACCOUNTS = `select 'owed', 100 * sum(closing), 0
  from public.report_trial_balance($1::uuid, jsonb_build_object('level', 'account', 'to', $2::text))
  where account in ('receivables', 'customer_deposits')`
const SALES = `select on_date || '/' || booking_id, sum(pieces), 100 * sum(net)
  from public.report_sales($1::uuid, '{"level": "line"}') group by 1`
const DELIVERIES = `select on_date || '/' || booking_id, sum(pieces), 100 * sum(amount)
  from public.report_delivery($1::uuid, '{"level": "line"}') group by 1`
