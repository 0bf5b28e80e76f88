import { z } from 'zod'
import { dateField } from '~/platform/dates'

const text = (max: number, error: string) =>
  z.string({ error }).trim().max(max, `At most ${max} characters.`)
const number = (error: string) => text(18, error).regex(/^\d+$/, 'Digits only, as printed.')
const version = z.number({ error: 'Reload the page.' }).int()

/** A book of blank cheques. */
export const bookSchema = z.object({
  bank_id: z.uuid({ error: 'Choose a bank account.' }),
  first_no: number('Enter the number of the first leaf.'),
  last_no: number('Enter the number of the last leaf.'),
})

/** The cheques that the bank has paid. Each is sent as `id:version`, as its row was read. */
export const clearSchema = z.object({
  cleared_on: dateField,
  cheques: z
    .array(
      z
        .string()
        .regex(/^[0-9a-f-]{36}:\d{1,9}$/, 'Reload the page.')
        .transform((both) => {
          const [id = '', seen] = both.split(':')
          return { id, version: Number(seen) }
        }),
    )
    .min(1, 'Tick the cheques that the bank has paid.')
    .max(200, 'At most 200 cheques at a time.'),
})

/** The cheque of the same account that its voucher gets instead. */
const next = {
  next_no: text(20, 'Enter the number of the next cheque.'),
  next_date: dateField,
}

export const voidSchema = z.object({
  version,
  reason: text(400, 'Say why.'),
  next_no: next.next_no.optional(),
  next_date: next.next_date.optional(),
})

export const replaceSchema = z.object({ version, ...next })

export const releaseSchema = z.object({ version, date: dateField })

/** An act that needs nothing but the version that was looked at. */
export const plainSchema = z.object({ version })
