import {
  listCostCenters,
  listPayeeOptions,
  listPayingAccounts,
} from '~/features/expenses/choices.server'
import { rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import type { Choice, ListName, ReportDefinition } from './definition'

/** What may be chosen from; `asked` is in the address already, active or not. */
type Read = (db: Db, projectId: string, asked: string | null) => Promise<readonly Choice[]>

const LISTS: Record<ListName, Read> = {
  payees: async (db, projectId, also) =>
    (await listPayeeOptions(db, projectId, { also })).map(({ id, label, account }) => ({
      value: id,
      label: account ? `${label} · ${account}` : label,
    })),
  cost_centers: (db, projectId, asked) => listCostCenters(db, projectId, asked ? [asked] : []),
  banks: listPayingAccounts,
  categories: (db, projectId) => named(db, projectId, 'category'),
  classifications: (db, projectId) => named(db, projectId, 'classification'),
}

async function named(
  db: Db,
  projectId: string,
  column: 'category' | 'classification',
): Promise<Choice[]> {
  const found = rows(await db.rpc('voucher_categories', { p_project: projectId }))
  const names = new Set(found.flatMap((row) => row[column] ?? []))
  return [...names].sort((a, b) => a.localeCompare(b)).map((name) => ({ value: name, label: name }))
}

/** The choices of a report's filters that are made from a list of the project, by the filter's name. */
export async function readLists(
  db: Db,
  projectId: string,
  report: ReportDefinition,
  filters: Readonly<Record<string, string>>,
): Promise<Record<string, readonly Choice[]>> {
  const read = report.filters.flatMap((filter) =>
    filter.kind === 'list'
      ? LISTS[filter.of](db, projectId, filters[filter.name] ?? null).then(
          (choices) => [filter.name, choices] as const,
        )
      : [],
  )
  return Object.fromEntries(await Promise.all(read))
}
