import { z } from 'zod/mini'
import { formatDate } from '../values/dates'
import { dateField } from '../values/typed-days'

/** Form field: a calendar day on which a ledger entry is posted. `withOpenDays` refuses a closed one. */
export const openDayField = z.clone(dateField)

type Schema = z.core.$ZodType<Record<string, unknown>, Record<string, unknown>>

/** Returns the names of the fields that a schema declares as `openDayField`, also as an optional one. */
function openDayNames(schema: Schema): string[] {
  const { shape = {} } = schema._zod.def as Partial<z.core.$ZodObjectDef>
  return Object.entries(shape).flatMap(([name, field]) => {
    const { innerType } = field._zod.def as Partial<z.core.$ZodOptionalDef>
    return (innerType ?? field) === openDayField ? [name] : []
  })
}

/** Adds to a schema that every `openDayField` is after the day through which the books are closed. */
export function withOpenDays<S extends Schema>(schema: S, closedThrough: string | null): S {
  const names = closedThrough === null ? [] : openDayNames(schema)
  if (closedThrough === null || names.length === 0) return schema
  const checks = names.map((name) =>
    z.refine(
      (value) => {
        const day = (value as Record<string, unknown>)[name]
        return typeof day !== 'string' || day > closedThrough
      },
      {
        path: [name],
        error: `The books are closed through ${formatDate(closedThrough)}: choose a later day.`,
        // This error is shown together with those of the other fields.
        when: () => true,
      },
    ),
  )
  return (schema as unknown as z.ZodMiniType<Record<string, unknown>>).check(
    ...checks,
  ) as unknown as S
}
