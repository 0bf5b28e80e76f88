import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { Twin } from './twins'

/** The data of a customer to compare with others. */
interface Candidate {
  /** The id of an existing customer, so that it does not match itself. */
  id?: string
  name?: string | null
  storeName?: string | null
  tinNo?: string | null
}

/**
 * Finds customers with the same TIN or taxpayer, or a similar name or store: at most five, the most
 * certain first.
 */
export async function findTwins(db: Db, projectId: string, candidate: Candidate): Promise<Twin[]> {
  const found = await twinsOf(db, projectId, [{ ...candidate, key: 'one' }])
  return found.get('one') ?? []
}

/**
 * Finds the possible duplicates of each of these requests, by id; requests without any are missing.
 * Takes at most 50 requests.
 */
export function twinsOfRequests(
  db: Db,
  projectId: string,
  requests: readonly (Candidate & { id: string })[],
): Promise<Map<string, Twin[]>> {
  return twinsOf(
    db,
    projectId,
    requests.map((request) => ({ ...request, key: request.id })),
  )
}

async function twinsOf(
  db: Db,
  projectId: string,
  candidates: readonly (Candidate & { key: string })[],
): Promise<Map<string, Twin[]>> {
  const named = candidates.filter(({ name, storeName, tinNo }) => name || storeName || tinNo)
  const twins = new Map<string, Twin[]>()
  if (named.length === 0) return twins
  const found = rows(
    await db.rpc('customer_twins', {
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
  for (const twin of found) {
    const list = twins.get(twin.candidate) ?? []
    list.push({
      id: twin.id,
      name: twin.name,
      storeName: twin.store_name,
      area: twin.area,
      tinNo: twin.tin_no,
      status: twin.approval_status,
      why: twin.same_tin
        ? 'the same TIN'
        : twin.same_taxpayer
          ? 'the same taxpayer, another branch'
          : 'a similar name',
    })
    twins.set(twin.candidate, list)
  }
  return twins
}
