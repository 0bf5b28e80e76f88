import type { Ask } from './reported.ts'

/** The reports with the levels that together show each of their rows. */
const REPORTS: Readonly<Record<string, readonly string[]>> = {
  report_ar: ['grouped', 'total'],
  report_collection: ['grouped', 'drr', 'numbers', 'pivot', 'total'],
  report_customer_masterlist: ['grouped', 'total'],
  report_delivery: ['grouped', 'line', 'undelivered', 'total'],
  report_expenses: ['grouped', 'pivot', 'total'],
  report_inventory: ['grouped', 'total'],
  report_invoice: ['grouped', 'numbers', 'unnumbered', 'total'],
  report_journal: ['line', 'total'],
  report_penetration_report: ['grouped', 'not_buying', 'total'],
  report_purchase: ['grouped', 'category', 'pivot', 'total'],
  report_sales: ['grouped', 'line', 'pivot', 'total'],
  report_sales_customerspecific: ['grouped', 'never', 'total'],
  report_trial_balance: ['part', 'total'],
}
/** Filters that add rows or read other tables. */
const FURTHER: Readonly<Record<string, readonly object[]>> = {
  report_collection: [{ cancelled: true }],
  report_inventory: [{ cost: 'average' }],
  report_purchase: [{ cancelled: true }],
  report_sales: [{ basis: 'added', items: 'product' }, { basis: 'added' }],
  report_sales_customerspecific: [{ basis: 'added' }],
}

/** What the reports said at a moment, by report and filters. */
export interface Printed {
  at: string
  pages: Readonly<Record<string, string>>
}

/** Runs all reports and the statements, as they are or as they were known at a moment. */
export async function printAll(ask: Ask, project: string, at?: string): Promise<Printed['pages']> {
  const pages: Record<string, string> = {}
  const known = at ? { known_at: at } : {}
  const read = async (what: string, source: string, filters: object) => {
    const [page] = await ask<{ rows: string }>(
      `select coalesce(jsonb_agg(to_jsonb(r) order by r.row_key collate "C"), '[]')::text as rows
       from public.${source}($1::uuid, $2::text::jsonb) r`,
      [project, JSON.stringify({ ...filters, ...known })],
    )
    pages[what] = page!.rows
  }
  for (const [source, levels] of Object.entries(REPORTS))
    for (const level of levels)
      for (const more of [{}, ...(FURTHER[source] ?? [])]) {
        const filters = { ...more, level }
        await read(`${source} ${JSON.stringify(filters)}`, source, filters)
      }
  await read('customer_statements', 'customer_statements', {})
  return pages
}

/** Returns the reports that say something else than when they were printed. */
export async function reprinted(ask: Ask, project: string, printed: Printed): Promise<string[]> {
  const again = await printAll(ask, project, printed.at)
  return Object.entries(printed.pages).flatMap(([what, then]) =>
    then === again[what]
      ? []
      : [`${what}: printed ${firstDifference(then, again[what]!)} when printed again`],
  )
}

/** Shows where two texts begin to differ. */
function firstDifference(one: string, other: string): string {
  let at = 0
  while (one[at] === other[at]) at += 1
  const [then, now] = [one, other].map((text) => text.slice(Math.max(0, at - 120), at + 120))
  return `…${then}…, and …${now}…`
}
