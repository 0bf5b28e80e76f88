import { z } from 'zod/mini'
import { optionalText, textField } from '~/platform/forms/fields'

/** The most addresses of a mail (SQL: `private.share_by_mail`). */
const MOST = 10

/** Addresses as people type them: with commas, semicolons or spaces between. */
const addresses = z.pipe(
  textField(2000, 'Enter an e-mail address.'),
  z.transform((typed) => typed.split(/[\s,;]+/).filter(Boolean)),
)

export const paperMailSchema = z.object({
  recipients: addresses.check(
    z.refine((list) => list.length <= MOST, `At most ${MOST} addresses.`),
  ),
  subject: textField(200, 'Enter a subject.'),
  note: optionalText(2000),
})

export const endSchema = z.object({ shared: z.uuid() })
