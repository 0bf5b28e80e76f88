import { z } from 'zod/mini'

/** Form field: text without the spaces around it; `missing` is said when there is none. */
export function textField(max: number, missing?: string) {
  return z
    .string({ error: missing })
    .check(z.trim(), z.maxLength(max, `At most ${max} characters.`))
}

/** Form field: text that may be left out. */
export function optionalText(max: number) {
  return z.optional(textField(max))
}

/** Form field, hidden: the version that the reader saw. A command refuses when someone saved meanwhile. */
export const versionField = z.int({ error: 'Reload the page.' })

/** Form field: a row that was ticked, sent as `id:version`, as it was read. */
export const selectedRowField = z.pipe(
  z.string().check(z.regex(/^[0-9a-f-]{36}:\d{1,9}$/, 'Reload the page.')),
  z.transform((sent) => {
    const [id = '', version] = sent.split(':')
    return { id, version: Number(version) }
  }),
)

/** Form field: a box that is ticked or not. */
export const checkboxField = z._default(z.boolean(), false)

/** A checkbox that has to be ticked before something that is not undone. */
export const sureField = checkboxField.check(
  z.refine((isSure) => isSure, 'Select this first: it cannot be undone.'),
)

/** Returns a field of what was typed, without the spaces around it; undefined when it is empty or no text. */
export function typedText(value: unknown): string | undefined {
  return (typeof value === 'string' && value.trim()) || undefined
}
