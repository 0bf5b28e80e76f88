import { z } from 'zod/mini'
import { versionField } from '~/platform/forms/fields'
import { readSearchParams } from '~/platform/request/search-params'

/** The form for a new count sheet. */
export const countSchema = z.object({
  title: z
    .string({ error: 'Enter a name for the count.' })
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name for the count.'),
      z.maxLength(120, 'At most 120 characters.'),
    ),
  category1: z.optional(z.string()),
  sheet: z.enum(['blind', 'open'], { error: 'Choose whether the sheet shows the book quantity.' }),
})

/** The form for a decision on a count: posting, recount or cancellation. Each needs a reason. */
export const countDecisionSchema = z.object({
  version: versionField,
  reason: z
    .string({ error: 'Enter a reason.' })
    .check(
      z.trim(),
      z.minLength(1, 'Enter a reason.'),
      z.maxLength(400, 'At most 400 characters.'),
    ),
})

export const COUNT_STATUSES = ['open', 'submitted', 'posted', 'cancelled'] as const
export type CountStatus = (typeof COUNT_STATUSES)[number]

/** Statuses of a count as users see them. */
export const STATUS_NAMES: Record<CountStatus, string> = {
  open: 'In progress',
  submitted: 'For approval',
  posted: 'Posted',
  cancelled: 'Cancelled',
}

/** Reads the status that the list of counts is filtered by. */
export const readCountStatus = (url: string): CountStatus | null =>
  readSearchParams(url).word('status', COUNT_STATUSES)
