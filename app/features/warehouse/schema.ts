import { z } from 'zod/mini'
import { textField, versionField } from '~/platform/fields'

/** The list of requests; a request is one step below it. */
export const REQUESTS = '/warehouse/warehouse-list/warehouse-view-list'
export const requestPath = (id: string) => `/warehouse/warehouse-list/${id}`
/** Where one is asked for; about one booking, one step below it. */
export const ADD = '/warehouse/warehouse-list/add'

/** What can be asked about the goods of a booking. */
export const KINDS = [
  { value: 'hold', label: 'Hold', detail: 'Nothing is delivered until the request is done.' },
  {
    value: 'reduce',
    label: 'Reduce',
    detail: 'Goods that are not delivered yet become free, and are not owed.',
  },
  {
    value: 'take_back',
    label: 'Take back',
    detail: 'Delivered goods return to stock, and are not owed.',
  },
] as const
export type Kind = (typeof KINDS)[number]['value']

export const kindLabel = (kind: string) => KINDS.find(({ value }) => value === kind)?.label ?? kind

export const STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'done', label: 'Done' },
] as const

const text = textField(400, 'Say why.')

export const requestSchema = z.object({
  kind: z.enum(['hold', 'reduce', 'take_back'], { error: 'Choose hold, reduce or take back.' }),
  reason: text,
  /** Every line of the booking in its order; an empty quantity asks nothing of it. */
  lines: z
    .array(z.object({ line_id: z.uuid(), quantity: z.optional(z.string().check(z.trim())) }))
    .check(z.maxLength(200, 'At most 200 lines.')),
})

export const decideSchema = z
  .object({
    version: versionField,
    decision: z.enum(['approved', 'rejected'], { error: 'Approve or reject.' }),
    note: z.optional(text),
  })
  .check(
    z.refine(({ decision, note }) => decision === 'approved' || note, {
      path: ['note'],
      message: 'Say why it is rejected.',
    }),
  )

export const doneSchema = z.object({ version: versionField, decision: z.literal('done') })
