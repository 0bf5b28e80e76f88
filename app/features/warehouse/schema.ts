import { z } from 'zod'

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

const text = z.string({ error: 'Say why.' }).trim().max(400, 'At most 400 characters.')

export const requestSchema = z.object({
  kind: z.enum(['hold', 'reduce', 'take_back'], { error: 'Choose hold, reduce or take back.' }),
  reason: text,
  /** Every line of the booking in its order; an empty quantity asks nothing of it. */
  lines: z
    .array(z.object({ line_id: z.uuid(), quantity: z.string().trim().optional() }))
    .max(200, 'At most 200 lines.'),
})

/** The version that the reader saw: the command refuses when someone decided meanwhile. */
const version = z.number({ error: 'Reload the page.' }).int()

export const decideSchema = z
  .object({
    version,
    decision: z.enum(['approved', 'rejected'], { error: 'Approve or reject.' }),
    note: text.optional(),
  })
  .refine(({ decision, note }) => decision === 'approved' || note, {
    path: ['note'],
    message: 'Say why it is rejected.',
  })

export const doneSchema = z.object({ version, decision: z.literal('done') })
