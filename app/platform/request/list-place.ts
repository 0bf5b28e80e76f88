/** The place of a document in the list that it was opened from. */
export interface ListPlace {
  /** The address of the list, with its filters and order. */
  list: string
  /** The cursor of the document's row. */
  at: string
}

/** An address of this product, whatever its query is. */
const OWN_ADDRESS = /^\/[a-z][\w/-]*(\?.*)?$/i

/** Reads the place from the query of a document's address; null where there is none. */
export function listPlaceOf(search: URLSearchParams): ListPlace | null {
  const list = search.get('list')
  const at = search.get('at')
  return list && at && OWN_ADDRESS.test(list) ? { list, at } : null
}

/** Returns the address of a document with its place in a list. */
export function withListPlace(to: string, place: ListPlace | null): string {
  return place ? `${to}?${new URLSearchParams({ ...place })}` : to
}
