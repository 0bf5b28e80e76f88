/**
 * Moves a stop one place up or down. `places` holds the typed places by row, `order` the rows as they are shown. The stops are
 * numbered anew from 1 and stand first; null where the row has no place, or there is no further one.
 */
export function moved(
  places: readonly string[],
  order: readonly number[],
  row: number,
  by: number,
): { places: string[]; order: number[] } | null {
  const number = (at: number) => (/^\d+$/.test(places[at] ?? '') ? Number(places[at]) : null)
  const stops = order
    .filter((at) => number(at) !== null)
    .sort((one, other) => number(one)! - number(other)!)
  const from = stops.indexOf(row)
  const to = from + by
  if (from < 0 || to < 0 || to >= stops.length) return null
  stops.splice(from, 1)
  stops.splice(to, 0, row)
  return {
    places: places.map((typed, at) => (stops.includes(at) ? String(stops.indexOf(at) + 1) : typed)),
    order: [...stops, ...order.filter((at) => !stops.includes(at))],
  }
}
