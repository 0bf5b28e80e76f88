import { listAreas } from '~/modules/customers/list.server'
import { listCustomerOptions } from '~/modules/customers/queries.server'
import { listCostCenters, listPayeeOptions } from '~/modules/expenses/choices.server'
import {
  listProductNames,
  listProductSuppliers,
  readCategoryChoices,
} from '~/modules/inventory/queries.server'
import { listSuppliers } from '~/modules/inventory/suppliers/queries.server'
import { listBankOptions } from '~/modules/masters/queries.server'
import { listManagersEver } from '~/modules/people/queries.server'
import type { Choices, Option } from '~/platform/forms/choices'
import { type ChoiceQuery, readFilterChoices } from '~/platform/forms/choices.server'
import { listChoices } from '~/platform/forms/lists.server'
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

interface ListRequest {
  db: Db
  projectId: string
  /** The id in the address, which is included even when inactive. */
  requested: string | null
}

type SelectedList = Exclude<ListName, SearchedList>

const SELECTED: Record<SelectedList, (request: ListRequest) => Promise<readonly FilterChoice[]>> = {
  accounts: async ({ db, projectId }) =>
    (await listChoices(db, projectId, 'accounts')).map(({ account, code, name }) => ({
      value: account,
      label: `${code} ${name}`,
    })),
  cost_centers: ({ db, projectId, requested }) =>
    listCostCenters(db, projectId, requested ? [requested] : []),
  banks: ({ db, projectId, requested }) => listBankOptions(db, projectId, requested),
  categories_1: async ({ db, projectId }) => (await readCategoryChoices(db, projectId))[0],
  categories_2: async ({ db, projectId }) => (await readCategoryChoices(db, projectId))[1],
  categories_3: async ({ db, projectId }) => (await readCategoryChoices(db, projectId))[2],
  managers: async ({ db, projectId }) =>
    (await listManagersEver(db, projectId)).map(({ id, name }) => ({ value: id, label: name })),
  categories: (request) => distinct(request, 'category'),
  classifications: (request) => distinct(request, 'classification'),
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

/** Lists the categories or classifications on vouchers by name. */
async function distinct(
  { db, projectId }: ListRequest,
  column: 'category' | 'classification',
): Promise<FilterChoice[]> {
  const used = await listChoices(db, projectId, 'voucher_categories')
  const found = new Set(used.flatMap((row) => row[column] ?? []))
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
  const read = report.filters.flatMap((filter) =>
    filter.kind === 'list' && !isSearched(filter.of)
      ? SELECTED[filter.of]({
          db,
          projectId,
          requested: filters[filter.name] ?? null,
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
