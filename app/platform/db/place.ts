import { isId } from '../values/ids'
import type { Paging } from './keyset'

const PLACE = /^(-?\d+(?:\.\d+)?)~(.*)$/s

/** How a list is paged that can be ordered by a number or by a text: over its column `place`, which is "n~t". */
export const BY_PLACE: Paging = {
  by: 'place',
  known: (place, id) => PLACE.test(place) && isId(id),
}

/** Of a row in the list's order: its number, its text, its id. For `pageFilters`. */
export function placeOf(place: string, id: string): Record<'n' | 't' | 'id', string> {
  const [, n = '', t = ''] = PLACE.exec(place) ?? []
  return { n, t, id }
}
