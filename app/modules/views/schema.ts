import { z } from 'zod/mini'
import { checkboxField } from '~/platform/forms/fields'
import { COLUMNS } from '~/platform/request/list-columns'

/** The form that saves the filters of a list under a name. */
export const viewSchema = z.object({
  name: z
    .string({ error: 'Enter a name.' })
    .check(z.trim(), z.maxLength(60, 'At most 60 characters.')),
  shared: checkboxField,
})

const key = z.string().check(z.regex(/^[\w-]{1,40}$/))
const keys = z._default(z.array(key), [])

/** The form that arranges the columns of a list: those that are shown, of all but the first. */
export const columnsSchema = z.object({
  column: keys,
  all: keys,
  /** The column that always stands first. */
  first: z.optional(key),
  reset: z.optional(z.literal('1')),
})

/**
 * Returns the arrangement that a form has chosen, as an address has it; nothing when it is reset. Without scripts a number
 * says the place of each column: one that was moved goes before, or behind, the one that stood there.
 */
export function columnsSearch(form: FormData, value: z.output<typeof columnsSchema>): string {
  if (value.reset) return ''
  const placed = value.all.map((key, index) => {
    const typed = Number(form.get(`place.${key}`) ?? Number.NaN)
    const place = Number.isInteger(typed) ? typed : index + 1
    return { key, place, moved: Math.sign(place - index - 1) }
  })
  const order = placed.toSorted((a, b) => a.place - b.place || a.moved - b.moved)
  const shown = order.map(({ key }) => key).filter((key) => value.column.includes(key))
  const hidden = value.all.filter((key) => !value.column.includes(key)).map((key) => `-${key}`)
  const first = value.first ? [value.first] : []
  return new URLSearchParams({ [COLUMNS]: [...first, ...shown, ...hidden].join('.') }).toString()
}
