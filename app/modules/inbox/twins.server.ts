import { readCustomer } from '~/modules/customers/document.server'
import type { Twin } from '~/modules/customers/twins'
import { findTwins, twinsOfRequests } from '~/modules/customers/twins.server'
import type { Db } from '~/platform/request/context'
import { isSeen } from '~/ui/duplicates'
import type { Item } from './queries.server'
import type { Decision } from './schema'

/** Returns possible duplicates of the customers among these documents, by id. */
export function readTwins(
  db: Db,
  projectId: string,
  items: readonly Item[],
): Promise<Map<string, Twin[]>> {
  return twinsOfRequests(
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
export async function unseenTwins(
  db: Db,
  projectId: string,
  { kind, intent, id, again }: Decision,
): Promise<Twin[]> {
  if (kind !== 'customer' || intent !== 'approve') return []
  const { name, storeName, tinNo } = await readCustomer(db, projectId, id)
  const twins = await findTwins(db, projectId, { id, name, storeName, tinNo })
  return isSeen(twins, again) ? [] : twins
}
