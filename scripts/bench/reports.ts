import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { addDays, addMonths } from '../../app/platform/values/dates.ts'
import type { BenchCompany } from './database.ts'

const FOLDER = path.resolve('app/modules/reports')

/** Describes the part of a report's definition that the benchmark reads. */
interface ReportDefinition {
  order: number
  title: string
  path: string
  /** Names the SQL function in the schema public. */
  source: string
  filters: readonly { name: string }[]
  levels: readonly { value: string }[]
  hasTotal?(level: string): boolean
}

/** Loads every report that has a definition, in the order of Home. */
export async function allReports(): Promise<ReportDefinition[]> {
  const names = readdirSync(FOLDER).filter((name) => existsSync(`${FOLDER}/${name}/definition.ts`))
  const found = await Promise.all(
    names.map(async (name) => (await import(`${FOLDER}/${name}/definition.ts`)).report),
  )
  return (found as ReportDefinition[]).sort((a, b) => a.order - b.order)
}

/** Returns filters for a number of months that end today; a report without a period has none. */
export function benchPeriod(
  report: ReportDefinition,
  { today }: BenchCompany,
  months: number,
): Record<string, string> | null {
  const names = report.filters.map(({ name }) => name)
  if (!names.includes('from')) return null
  return { from: addDays(addMonths(today, -months), 1), to: today }
}

/** Lists the queries of the screen: a page of rows and the total, in one query where a report returns both. */
export function queriesOf(
  report: ReportDefinition,
  { id }: BenchCompany,
  filters: Record<string, string>,
): string[] {
  const call = (more: object) =>
    `select * from public.${report.source}('${id}', '${JSON.stringify({ ...filters, ...more })}')`
  const level = report.levels[0]!.value
  return report.hasTotal?.(level)
    ? [call({ level, limit: 101, with_total: true })]
    : [call({ level, limit: 101 }), call({ level: 'total', for: level })]
}
