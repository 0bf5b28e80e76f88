import { categoryName } from '~/platform/values/categories'
import { isId } from '~/platform/values/ids'
import type { Filters, ReportDefinition } from '../definition'

/** Returns what the filters of a report choose: ids, names and other values. */
export function filterValues(report: ReportDefinition, filters: Filters): string[] {
  return report.filters.flatMap(({ name }) => filters[name] ?? [])
}

/** Returns the names of chosen values: of ids by a read, others are names or keys themselves. */
export async function namesIn(
  values: readonly string[],
  read: (ids: string[]) => Promise<unknown>,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(values.filter(isId))]
  const named = ids.length > 0 ? ((await read(ids)) as Record<string, string>) : {}
  return new Map([
    ...values.filter((one) => !isId(one)).map((one) => [one, categoryName(one)] as const),
    ...Object.entries(named),
  ])
}
