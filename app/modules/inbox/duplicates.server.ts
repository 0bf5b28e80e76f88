import { readCustomer } from '~/modules/customers/document.server'
import type { CustomerDuplicate } from '~/modules/customers/duplicates'
import {
  findCustomerDuplicates,
  findRequestDuplicates,
} from '~/modules/customers/duplicates.server'
import { isSeen } from '~/platform/forms/duplicates.server'
import type { Db } from '~/platform/request/context'
import { isId } from '~/platform/values/ids'
import type { Item } from './queries.server'

/** Returns possible duplicates of the customers among these documents, by id. */
export function readRequestDuplicates(
  db: Db,
  projectId: string,
  items: readonly Item[],
): Promise<Map<string, CustomerDuplicate[]>> {
  return findRequestDuplicates(
    db,
    projectId,
    items.flatMap(({ id, party, facts }) =>
      facts.kind === 'customer'
        ? [{ id, name: party, storeName: facts.store, tinNo: facts.tinNo }]
        : [],
    ),
  )
}

/**
 * Returns possible duplicates of a customer about to be approved that the user has not confirmed
 * yet.
 */
export async function findUnseenDuplicates(
  db: Db,
  projectId: string,
  { kind, intent, id, again }: Record<string, unknown>,
): Promise<CustomerDuplicate[]> {
  if (kind !== 'customer' || intent !== 'approve' || !isId(id)) return []
  const { name, storeName, tinNo } = await readCustomer(db, projectId, id)
  const duplicates = await findCustomerDuplicates(db, projectId, { id, name, storeName, tinNo })
  return isSeen(duplicates, again) ? [] : duplicates
}
