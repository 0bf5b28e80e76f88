import { addDays, addMonths } from '../../../app/platform/values/dates.ts'
import type { Dice } from './action.ts'
import type { Ask } from './reported.ts'

/** Days before today where a period may begin or end. Commands post on the last few, and on some more than a month ago. */
const AGO = [400, 40, 36, 8, 5, 4, 3, 2, 1, 0, null]

/** The reports that add up sealed months, with the filters that they may have beside a period. */
const READS: Readonly<Record<string, readonly object[]>> = {
  report_collection: [{ level: 'total', for: 'grouped' }],
  report_journal: [
    { level: 'line' },
    { level: 'line', limit: 3 },
    { level: 'line', limit: 5, before: '9' },
    { level: 'day', with_total: true },
    { level: 'account', with_total: true },
    { level: 'day', account: 'receivables', with_total: true },
    { level: 'total', account: 'bank' },
    { level: 'line', account: 'inventory', limit: 2 },
  ],
  report_trial_balance: [{ level: 'part', with_total: true }, { level: 'account' }],
  report_vat: [
    { level: 'month' },
    { level: 'class' },
    { level: 'document', limit: 4 },
    { level: 'total' },
  ],
  report_sales: [
    { level: 'grouped', with_total: true },
    { level: 'item_month', items: 'category2' },
    { level: 'agent', with_total: true },
    { level: 'customer', with_total: true },
    { level: 'month' },
    { level: 'item', items: 'product', with_total: true },
    { level: 'total', for: 'day' },
    { level: 'total', for: 'item_month', items: 'category3' },
  ],
  report_delivery: [
    { level: 'total', for: 'grouped' },
    { level: 'total', for: 'customer' },
  ],
  report_sales_customerspecific: [
    { level: 'product', with_total: true },
    { level: 'product', sort: 'net', limit: 2 },
    { level: 'customer', with_total: true },
    { level: 'total', for: 'product' },
  ],
  report_penetration_report: [{ level: 'agent', with_total: true }, { level: 'manager' }],
}

/**
 * Asks each report for random periods, as the months are sealed.
 *
 * @returns What they said, by report and filters; asked again with the same filters, the same.
 */
export async function readPeriods(
  ask: Ask,
  project: string,
  periods: readonly object[],
): Promise<Map<string, string>> {
  const said = new Map<string, string>()
  for (const [report, filters] of Object.entries(READS))
    for (const more of filters)
      for (const period of periods) {
        const all = JSON.stringify({ ...period, ...more })
        const [row] = await ask<{ rows: string }>(
          `select coalesce(jsonb_agg(to_jsonb(r)), '[]')::text as rows from public.${report}($1::uuid, $2::text::jsonb) r`,
          [project, all],
        )
        said.set(`${report} ${all}`, row!.rows)
      }
  for (const period of periods.filter((one) => 'from' in one && 'to' in one))
    for (const part of ['portal_sales', 'portal_collections']) {
      const all = JSON.stringify({ days: [period], month: period, recent: period })
      const [row] = await ask<{ found: string }>(
        `select public.${part}($1::uuid, $2::text::jsonb)::text as found`,
        [project, all],
      )
      said.set(`${part} ${all}`, row!.found)
    }
  for (const period of periods.filter((one) => 'from' in one && 'to' in one))
    for (const report of ['report_sales', 'report_collection']) {
      const all = JSON.stringify({ ...period, level: 'month' })
      const [row] = await ask<{ found: string }>(
        `select jsonb_agg(c)::text as found from public.chart_of_report($1::uuid, $2::text, $3::text::jsonb) c`,
        [project, report, all],
      )
      said.set(`chart_of_report ${report} ${all}`, row!.found)
    }
  return said
}

/** Random periods around a day, some without a beginning or an end, and some of whole months. */
export function periodsOf(dice: Dice, today: string, count: number): object[] {
  const months = [addMonths(today, -13), addMonths(today, -2), addMonths(today, -1), today]
  return Array.from({ length: count }, (_, n) => {
    if (n % 2 === 0) {
      const [first, last] = [dice.one(months), dice.one(months)].sort()
      return { from: `${first!.slice(0, 7)}-01`, to: lastOfMonth(last!) }
    }
    const [from, to] = [dice.one(AGO), dice.one(AGO)].sort((a, b) => (b ?? 999) - (a ?? 999))
    return {
      ...(from == null ? {} : { from: addDays(today, -from) }),
      ...(to == null ? {} : { to: addDays(today, -to) }),
    }
  })
}

const lastOfMonth = (day: string) => addDays(`${addMonths(day, 1).slice(0, 7)}-01`, -1)
