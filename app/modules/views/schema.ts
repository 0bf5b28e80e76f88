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

const KEY = /^-?[\w~-]{1,60}$/
const key = z.string().check(z.regex(KEY))
const keys = z._default(z.array(key), [])

/** The longest arrangement, in letters: a search has room for it and some filters. */
const MOST = 800

/** The form that arranges the columns of a list: those that are shown, of all but the first. */
export const columnsSchema = z.object({
  column: keys,
  all: keys,
  /** The column that always stands first. */
  first: z.optional(key),
  reset: z.optional(z.literal('1')),
  /** Cells of a matrix, with a minus where they are shown only when chosen. */
  cell: keys,
  /** The arrangement before, which may name columns of other levels of a report. */
  now: z._default(z.string().check(z.maxLength(1000)), ''),
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
  const chosen = [...shown, ...hidden]
  const text = withOthers([...first, ...chosen], value).join('.')
  // The keys of a matrix of many agents are too long: those that are as usual stand behind what is before them.
  const short = chosen.filter((key) => !value.cell.includes(key))
  return new URLSearchParams({
    [COLUMNS]: text.length <= MOST ? text : withOthers([...first, ...short], value).join('.'),
  }).toString()
}

/** Returns an arrangement with the columns that only the one before names, each behind the column that it followed there. */
function withOthers(
  keys: readonly string[],
  { all, first, now }: z.output<typeof columnsSchema>,
): string[] {
  const found = [...keys]
  const before = now.split('.').filter((key) => KEY.test(key))
  for (const [at, key] of before.entries()) {
    if (key === first || all.includes(key.replace(/^-/, ''))) continue
    const place = before.slice(0, at).findLast((one) => found.includes(one))
    found.splice(place ? found.indexOf(place) + 1 : 0, 0, key)
  }
  return found
}
