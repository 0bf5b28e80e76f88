import { z } from 'zod/mini'

/** The rhythm of a report that is mailed: `day`, `week-1` (Monday) or `month-31` (the last day). */
const whenField = z.pipe(
  z
    .string({ error: 'Choose how often.' })
    .check(z.regex(/^(day|week-[1-7]|month-([1-9]|[12]\d|3[01]))$/, 'Choose how often.')),
  z.transform((sent) => {
    const [rhythm = '', day = ''] = sent.split('-')
    return {
      rhythm,
      weekday: rhythm === 'week' ? Number(day) : null,
      month_day: rhythm === 'month' ? Number(day) : null,
    }
  }),
)

/** The form that has a report mailed. */
export const mailSchema = z.object({
  view_id: z.optional(z.uuid({ error: 'Choose a view.' })),
  when: whenField,
  hour: z.int({ error: 'Choose an hour.' }).check(z.gte(0), z.lte(23)),
  recipients: z
    .array(z.uuid(), { error: 'Choose who receives it.' })
    .check(z.maxLength(20, 'Choose at most 20 people.')),
})

/** The buttons of a scheduled mail. */
export const scheduleSchema = z.object({ schedule: z.uuid() })
