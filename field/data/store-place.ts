/** Returns a store or an address with its area, which is not said twice: "Lopez Grocery, Pasig" names its area already. */
export function placeOf(name: string | null | undefined, area: string | null | undefined): string {
  if (!name || !area) return name || area || ''
  const said = name.toLowerCase().split(/,\s*/).includes(area.trim().toLowerCase())
  return said ? name : `${name}, ${area}`
}
