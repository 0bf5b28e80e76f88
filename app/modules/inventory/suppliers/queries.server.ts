import { row, rows } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import type { Orders } from '~/platform/db/orders'
import { readPage } from '~/platform/db/page.server'
import { anyContains } from '~/platform/db/search'
import type { Option } from '~/platform/forms/choices'
import type { ChoiceQuery } from '~/platform/forms/choices.server'
import { findNames } from '~/platform/forms/lists.server'
import type { Db } from '~/platform/request/context'
import { readSearchParams } from '~/platform/request/search-params'

/** A supplier. What is not known of it is null. */
export interface Supplier {
  id: string
  name: string
  registeredName: string | null
  tin: string | null
  vatClass: string | null
  termsDays: number | null
  /** The supplier that this one is, where it was merged. */
  mergedInto: string | null
  version: number
}

const COLUMNS =
  'id, name, sort_key, registered_name, tin, vat_class, terms_days, merged_into, version'

export const SUPPLIER_ORDERS: Orders = { name: { by: 'sort_key', of: 'text' } }

/** Reads the words of a search in the list from its address. */
export const readSupplierSearch = (url: string) => readSearchParams(url).text('q')

/** Lists suppliers by name, without those that were merged, as options. Needs costs.read. */
export function listSuppliers(db: Db, projectId: string, query?: ChoiceQuery): Promise<Option[]> {
  return findNames(db, projectId, 'suppliers', query)
}

/** Returns one page of suppliers by name, and the number of all of them. */
export async function pageOfSuppliers(
  db: Db,
  projectId: string,
  keyset: Keyset,
  search: string | null,
): Promise<Page<Listed<Supplier>> & { count: number }> {
  let query = db.from('suppliers').select(COLUMNS).eq('project_id', projectId)
  let count = db
    .from('suppliers')
    .select('id', { count: 'exact', head: true })
    .eq('project_id', projectId)
  const contains = anyContains(['sort_key', 'name', 'registered_name', 'tin'], search ?? '')
  if (contains) {
    query = query.or(contains)
    count = count.or(contains)
  }
  return readPage(keyset, query, {
    row: (found) => ({ ...supplierOf(found), cursor: encodeCursor(found, keyset) }),
    count,
  })
}

/**
 * Reads one supplier.
 *
 * @throws A 404 response when the project has no such supplier.
 */
export async function readSupplier(db: Db, projectId: string, id: string): Promise<Supplier> {
  return supplierOf(
    row(
      await db
        .from('suppliers')
        .select(COLUMNS)
        .eq('project_id', projectId)
        .eq('id', id)
        .maybeSingle(),
    ),
  )
}

/** Returns the id of the supplier of this name; null when there is none. */
export async function findSupplierNamed(
  db: Db,
  projectId: string,
  name: string,
): Promise<string | null> {
  const found = rows(
    await db.from('suppliers').select('id').eq('project_id', projectId).eq('name', name),
  )
  return found[0]?.id ?? null
}

const supplierOf = (found: {
  id: string
  name: string
  registered_name: string | null
  tin: string | null
  vat_class: string | null
  terms_days: number | null
  merged_into: string | null
  version: number
}): Supplier => ({
  id: found.id,
  name: found.name,
  registeredName: found.registered_name,
  tin: found.tin,
  vatClass: found.vat_class,
  termsDays: found.terms_days,
  mergedInto: found.merged_into,
  version: found.version,
})
