import {
  listCostCenters,
  listPayeeOptions,
  listPayingAccounts,
} from '~/modules/expenses/choices.server'
import { listProductOptions, readCategories } from '~/modules/inventory/queries.server'
import { listManagersEver } from '~/modules/people/queries.server'
import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { Choice, ListName, ReportDefinition } from './definition'

type Names = { category: string | null; classification: string | null }[]

interface Asking {
  db: Db
  projectId: string
  /** The id in the address, which is included even when inactive. */
  requested: string | null
  /** Reads categories and classifications, once for both lists. */
  names: () => Promise<Names>
}

const LISTS: Record<ListName, (asking: Asking) => Promise<readonly Choice[]>> = {
  areas: async ({ db, projectId }) =>
    rows(await db.rpc('customer_areas', { p_project: projectId })).map(({ area }) => named(area)),
  payees: async ({ db, projectId, requested }) =>
    (await listPayeeOptions(db, projectId, { also: requested })).map(({ id, label, account }) => ({
      value: id,
      label: account ? `${label} · ${account}` : label,
    })),
  cost_centers: ({ db, projectId, requested }) =>
    listCostCenters(db, projectId, requested ? [requested] : []),
  banks: ({ db, projectId, requested }) => listPayingAccounts(db, projectId, requested),
  categories_1: (asking) => productCategories(asking, 0),
  categories_2: (asking) => productCategories(asking, 1),
  categories_3: (asking) => productCategories(asking, 2),
  managers: async ({ db, projectId }) =>
    (await listManagersEver(db, projectId)).map(({ id, name }) => ({ value: id, label: name })),
  products: async ({ db, projectId }) =>
    (await listProductOptions(db, projectId)).map(({ id, label }) => ({ value: id, label })),
  suppliers: async ({ db, projectId }) =>
    rows(await db.rpc('purchase_suppliers', { p_project: projectId })).map(({ supplier }) =>
      named(supplier),
    ),
  product_suppliers: async ({ db, projectId }) =>
    rows(await db.rpc('product_suppliers', { p_project: projectId })).map(({ supplier }) =>
      named(supplier),
    ),
  categories: async ({ names }) => distinct(await names(), 'category'),
  classifications: async ({ names }) => distinct(await names(), 'classification'),
}

function named(name: string): Choice {
  return { value: name, label: name }
}

async function productCategories({ db, projectId }: Asking, kind: 0 | 1 | 2): Promise<Choice[]> {
  const lists = await readCategories(db, projectId)
  return lists[kind].map(named)
}

function distinct(names: Names, column: keyof Names[number]): Choice[] {
  const found = new Set(names.flatMap((row) => row[column] ?? []))
  return [...found].sort((a, b) => a.localeCompare(b)).map(named)
}

/** Reads the choices of a report's list filters, by the filter's name. */
export async function readLists(
  db: Db,
  projectId: string,
  report: ReportDefinition,
  filters: Readonly<Record<string, string>>,
): Promise<Record<string, readonly Choice[]>> {
  let reading: Promise<Names> | undefined
  const names = () => {
    reading ??= readNames(db, projectId)
    return reading
  }
  const read = report.filters.flatMap((filter) =>
    filter.kind === 'list'
      ? LISTS[filter.of]({ db, projectId, requested: filters[filter.name] ?? null, names }).then(
          (choices) => [filter.name, choices] as const,
        )
      : [],
  )
  return Object.fromEntries(await Promise.all(read))
}

async function readNames(db: Db, projectId: string): Promise<Names> {
  return rows(await db.rpc('voucher_categories', { p_project: projectId }))
}
