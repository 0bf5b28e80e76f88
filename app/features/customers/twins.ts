/** A customer that may be the one that is being added, named or approved. */
export interface Twin {
  id: string
  name: string
  storeName: string | null
  area: string | null
  tinNo: string | null
  status: string
  /** Why it is shown. */
  why: string
}

/** Twins that the person has not said to be all right: `again` names those that were seen. */
export function unseen(twins: readonly Twin[], again: unknown): Twin[] {
  const seen = typeof again === 'string' ? again.split(',') : []
  return twins.filter(({ id }) => !seen.includes(id))
}
