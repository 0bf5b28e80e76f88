import { z } from 'zod/mini'
import { optionalText, textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'

const row = { intent: z.string(), id: z.uuid({ error: 'Reload the page.' }), version: versionField }

/** Locks a phone, with a reason. */
export const lockSchema = z.object({ ...row, reason: textField(400, 'Enter a reason.') })

/** Unlocks a phone. */
export const unlockSchema = z.object(row)

/** Accepts an act that waits for the office; the number is that of a remittance. */
export const acceptActSchema = z.object({
  ...row,
  date: z.optional(openDayField),
  drr_no: optionalText(40),
})

/** Rejects an act that waits for the office, with a reason that the phone shows. */
export const rejectActSchema = z.object({ ...row, reason: textField(400, 'Enter a reason.') })

/** The acts that a phone handed over as a file. */
export const actFileSchema = z.object({
  intent: z.string(),
  file: z.file({ error: 'Choose the file.' }),
})
