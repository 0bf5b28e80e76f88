import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { CustomerDuplicate } from './duplicates'

/** Asks a person to look at similar customers before the form is saved. */
export const REVIEW_CUSTOMERS = 'Review it, then select this or correct it.'

/** The values of a customer that are compared with those of others. */
interface Candidate {
  /** The id of an existing customer, so that it does not match itself. */
  id?: string
  name?: string | null
  storeName?: string | null
  tinNo?: string | null
}

/**
 * Finds customers with the same TIN or taxpayer, or similar name or store: at most five, the most
 * certain first.
 */
export async function findCustomerDuplicates(
  db: Db,
  projectId: string,
  candidate: Candidate,
): Promise<CustomerDuplicate[]> {
  const found = await duplicatesOf(db, projectId, [{ ...candidate, key: 'one' }])
  return found.get('one') ?? []
}

/**
 * Finds the possible duplicates of each of these requests, by id; requests without any are missing.
 * Takes at most 50 requests.
 */
export function findRequestDuplicates(
  db: Db,
  projectId: string,
  requests: readonly (Candidate & { id: string })[],
): Promise<Map<string, CustomerDuplicate[]>> {
  return duplicatesOf(
    db,
    projectId,
    requests.map((request) => ({ ...request, key: request.id })),
  )
}

async function duplicatesOf(
  db: Db,
  projectId: string,
  candidates: readonly (Candidate & { key: string })[],
): Promise<Map<string, CustomerDuplicate[]>> {
  const named = candidates.filter(({ name, storeName, tinNo }) => name || storeName || tinNo)
  const duplicates = new Map<string, CustomerDuplicate[]>()
  if (named.length === 0) return duplicates
  const found = rows(
    await db.rpc('customer_duplicates', {
      p_project: projectId,
      p_candidates: {
        candidates: named.map(({ key, id, name, storeName, tinNo }) => ({
          key,
          id: id ?? null,
          name: name ?? null,
          store_name: storeName ?? null,
          tin_no: tinNo ?? null,
        })),
      },
    }),
  )
  for (const duplicate of found) {
    const list = duplicates.get(duplicate.candidate) ?? []
    list.push({
      id: duplicate.id,
      name: duplicate.name,
      storeName: duplicate.store_name,
      area: duplicate.area,
      tinNo: duplicate.tin_no,
      status: duplicate.approval_status,
      why: duplicate.same_tin
        ? 'same TIN'
        : duplicate.same_taxpayer
          ? 'same taxpayer, different branch'
          : 'similar name',
    })
    duplicates.set(duplicate.candidate, list)
  }
  return duplicates
}
