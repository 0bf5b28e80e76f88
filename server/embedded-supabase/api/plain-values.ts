/** Returns rows as their JSON would be read; they are changed where they are. */
export function rowsAsJson(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  for (const row of rows)
    for (const name in row) {
      const value = row[name]
      if (typeof value !== 'string' && value !== null) row[name] = asJson(value)
    }
  // The driver's own kind of list also says what the statement was.
  return Array.from(rows)
}

/** Returns a value of the driver as it would be read from its JSON, without the way through the text. */
export function asJson(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  // Minus zero is 0 there.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(asJson)
  // The driver has read it from JSON itself.
  if (Object.getPrototypeOf(value) === Object.prototype) return value
  return JSON.parse(JSON.stringify(value))
}
