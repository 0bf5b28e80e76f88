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
