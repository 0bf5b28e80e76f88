/** A customer who may be the same as the one being added, renamed or approved. */
export interface CustomerDuplicate {
  id: string
  name: string
  storeName: string | null
  area: string | null
  tinNo: string | null
  status: string
  /** The reason for the match. */
  why: string
}
