/**
 * Removes from a refused submission the values that its fields cannot hold: a list or an object
 * where the form has one value, or one value where it has lines. No form of ours sends them, and a
 * page that rendered them would fail instead of showing the error. `names` are the names of the
 * schema's fields as conform gives them (`lines[].quantity`). Fields outside the schema stay.
 */
export function sanitizeSubmission<T extends Record<string, unknown>>(
  sent: T,
  names: readonly string[],
): T {
  const isList = (name: string) => names.some((other) => other.startsWith(`${name}[]`))
  const isGroup = (name: string) => names.some((other) => other.startsWith(`${name}.`))
  const fits = (value: unknown, name: string): unknown => {
    if (!names.includes(name) && !isList(name) && !isGroup(name)) return value
    if (isList(name)) {
      const item = `${name}[]`
      // A list of boxes of which one is ticked comes as that one text.
      const lone = value && typeof value === 'string' && !isList(item) && !isGroup(item)
      const values = lone ? [value] : value
      return Array.isArray(values) ? values.map((each) => fits(each, item)) : undefined
    }
    if (isGroup(name))
      return typeof value === 'object' && value ? group(value, `${name}.`) : undefined
    return typeof value === 'object' ? undefined : value
  }
  const group = (values: object, before: string) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, fits(value, before + key)]),
    )
  return group(sent, '') as T
}
