import { z } from 'zod/mini'
import { denominationsField } from '~/modules/treasury/remittance/schema'
import { optionalText, textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'

const row = { intent: z.string(), id: z.uuid({ error: 'Reload the page.' }), version: versionField }

/** The version of the act as it was read; its address names it. */
const decided = { intent: z.string(), version: versionField }

/** Locks a phone, with a reason. */
export const lockSchema = z.object({ ...row, reason: textField(400, 'Enter a reason.') })

/** Unlocks a phone. */
export const unlockSchema = z.object(row)

/** Accepts an act that waits for the office. */
export const acceptActSchema = z.object({ ...decided, date: z.optional(openDayField) })

/** Accepts a remittance: its number, and the cash as the office counts it. */
export const acceptRemittanceSchema = z.object({
  ...decided,
  date: z.optional(openDayField),
  drr_no: textField(40, 'Enter the number.'),
  denominations: denominationsField,
  variance_reason: optionalText(400),
})

/** Rejects an act that waits for the office, with a reason that the phone shows. */
export const rejectActSchema = z.object({ ...decided, reason: textField(400, 'Enter a reason.') })

/** A file of acts that a phone handed over, to be read. */
export const readFileSchema = z.object({
  intent: z.string(),
  file: z.file({ error: 'Choose the file.' }),
})

/** The same file, which is taken in as it was read. */
export const takeFileSchema = z.object({
  intent: z.string(),
  text: z.string({ error: 'Choose the file.' }),
})
