import { z } from 'zod/mini'
import { readNumber } from '../values/numbers'

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

interface Typed {
  /** Says what to enter, where nothing or no number was typed. */
  missing: string
  min: number
  max: number
  /** Says both bounds; without it the one that was passed is said. */
  outside?: string
  /** Stands behind a bound, such as "mm". */
  unit?: string
  decimals?: number
}

/**
 * Form field: a number that is no amount, as people type it, such as "1,000". Forms would read "1.000" as one and "1e2" as a
 * hundred, if the schema had a number.
 */
export function numberField({ missing, min, max, outside, unit, decimals = 0 }: Typed) {
  const bound = (words: string, number: number) =>
    `${[words, number.toLocaleString('en-US'), unit].filter(Boolean).join(' ')}.`
  return z.pipe(
    z.string({ error: missing }).check(z.trim()),
    z.transform((typed: string, { issues }) => {
      const read = readNumber(typed, { decimals })
      const value = Number(read)
      if (read !== null && value >= min && value <= max) return value
      const passed = value < min ? bound('At least', min) : bound('At most', max)
      issues.push({
        code: 'custom',
        message: read === null ? missing : (outside ?? passed),
        input: typed,
      })
      return z.NEVER
    }),
  )
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
