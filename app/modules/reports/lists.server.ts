import { listAccounts } from '~/modules/accounting/queries.server'
import { listAreas } from '~/modules/customers/list.server'
import { listCustomerOptions } from '~/modules/customers/queries.server'
import { listCostCenters, listPayeeOptions } from '~/modules/expenses/choices.server'
import { listSuppliers } from '~/modules/inventory/purchases/queries.server'
import {
  listProductNames,
  listProductSuppliers,
  readCategoryChoices,
} from '~/modules/inventory/queries.server'
import { listBankOptions } from '~/modules/masters/queries.server'
import { listManagersEver } from '~/modules/people/queries.server'
import { rows } from '~/platform/db/command.server'
import type { Choices, Option } from '~/platform/forms/choices'
import { type ChoiceQuery, readFilterChoices } from '~/platform/forms/choices.server'
import type { Db } from '~/platform/request/context'
import { categoryName, NO_CATEGORY } from '~/platform/values/categories'
import {
  type FilterChoice,
  isSearched,
  type ListName,
  type ReportDefinition,
  type ReportFilter,
  type SearchedList,
} from './definition'

type Names = { category: string | null; classification: string | null }[]

interface Asking {
  db: Db
  projectId: string
  /** The id in the address, which is included even when inactive. */
  requested: string | null
  /** Reads categories and classifications, once for both lists. */
  names: () => Promise<Names>
  /** Reads the product categories, once for all three levels. */
  goods: () => ReturnType<typeof readCategoryChoices>
}

type SelectedList = Exclude<ListName, SearchedList>

const SELECTED: Record<SelectedList, (asking: Asking) => Promise<readonly FilterChoice[]>> = {
  accounts: async ({ db, projectId }) =>
    (await listAccounts(db, projectId)).map(({ account, code, name }) => ({
      value: account,
      label: `${code} ${name}`,
    })),
  cost_centers: ({ db, projectId, requested }) =>
    listCostCenters(db, projectId, requested ? [requested] : []),
  banks: ({ db, projectId, requested }) => listBankOptions(db, projectId, requested),
  categories_1: async ({ goods }) => (await goods())[0],
  categories_2: async ({ goods }) => (await goods())[1],
  categories_3: async ({ goods }) => (await goods())[2],
  managers: async ({ db, projectId }) =>
    (await listManagersEver(db, projectId)).map(({ id, name }) => ({ value: id, label: name })),
  categories: async ({ names }) => distinct(await names(), 'category'),
  classifications: async ({ names }) => distinct(await names(), 'classification'),
}

type List = (db: Db, projectId: string, query: ChoiceQuery) => Promise<Option[]>

const LOOKUPS: Record<SearchedList, List> = {
  areas: listAreas,
  payees: async (db, projectId, query) =>
    (await listPayeeOptions(db, projectId, query)).map(({ id, label, account }) => ({
      id,
      label: account ? `${label} · ${account}` : label,
    })),
  product_suppliers: listProductSuppliers,
  products: listProductNames,
  suppliers: listSuppliers,
}

function named(name: string): FilterChoice {
  return { value: name, label: name }
}

/** Returns the function's first answer at every call. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return () => {
    reading ??= read()
    return reading
  }
}

function distinct(names: Names, column: keyof Names[number]): FilterChoice[] {
  const found = new Set(names.flatMap((row) => row[column] ?? []))
  return [
    ...[...found].sort((a, b) => a.localeCompare(b)).map(named),
    { value: NO_CATEGORY, label: categoryName(NO_CATEGORY) },
  ]
}

/** Reads the choices of the filters that are short lists of the project, by the filter's name. */
export async function readLists(
  db: Db,
  projectId: string,
  report: ReportDefinition,
  filters: Readonly<Record<string, string>>,
): Promise<Record<string, readonly FilterChoice[]>> {
  const names = once(() => readNames(db, projectId))
  const goods = once(() => readCategoryChoices(db, projectId))
  const read = report.filters.flatMap((filter) =>
    filter.kind === 'list' && !isSearched(filter.of)
      ? SELECTED[filter.of]({
          db,
          projectId,
          requested: filters[filter.name] ?? null,
          names,
          goods,
        }).then((choices) => [filter.name, choices] as const)
      : [],
  )
  return Object.fromEntries(await Promise.all(read))
}

/**
 * Reads the first choices of the filters that are found by typing, with the chosen one, by the filter's name.
 *
 * @throws a redirect where a name was typed without scripts (`readFilterChoices`).
 */
export async function readPickers(
  db: Db,
  projectId: string,
  report: ReportDefinition,
  url: string,
): Promise<Record<string, Choices>> {
  const read = report.filters.flatMap((filter) => {
    const list = listOf(filter)
    if (!list) return []
    const lookup = (query: ChoiceQuery) => list(db, projectId, query)
    return readFilterChoices(url, filter.name, lookup).then(
      (choices) => [filter.name, choices] as const,
    )
  })
  return Object.fromEntries(await Promise.all(read))
}

function listOf(filter: ReportFilter): List | null {
  if (filter.kind === 'customer') return listCustomerNames
  return filter.kind === 'list' && isSearched(filter.of) ? LOOKUPS[filter.of] : null
}

async function listCustomerNames(db: Db, projectId: string, query: ChoiceQuery): Promise<Option[]> {
  const found = await listCustomerOptions(db, projectId, query)
  return found.map(({ id, label, detail }) => ({ id, label, detail }))
}

async function readNames(db: Db, projectId: string): Promise<Names> {
  return rows(await db.rpc('voucher_categories', { p_project: projectId }))
}
