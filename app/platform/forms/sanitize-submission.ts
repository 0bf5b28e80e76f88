/**
 * What a refused form sent, without what cannot stand in its fields: a list or an object where the form has one value, or
 * one value where it has lines. No form of ours sends that; a page that drew it would fail instead of saying what is wrong.
 * `names` are those of the schema's fields, as conform gives them (`lines[].quantity`). What is not in the schema stays.
 */
export function sanitizeSubmission<T extends Record<string, unknown>>(
  sent: T,
  names: readonly string[],
): T {
  const isList = (name: string) => names.some((other) => other.startsWith(`${name}[]`))
  const isGroup = (name: string) => names.some((other) => other.startsWith(`${name}.`))
  const fits = (value: unknown, name: string): unknown => {
    if (!names.includes(name) && !isList(name) && !isGroup(name)) return value
    if (isList(name))
      return Array.isArray(value) ? value.map((each) => fits(each, `${name}[]`)) : undefined
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
