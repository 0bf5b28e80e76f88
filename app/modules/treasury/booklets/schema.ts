import { z } from 'zod/mini'
import { textField, versionField } from '~/platform/forms/fields'

/** A booklet of CR numbers in the hands of a person. */
export const bookletSchema = z.object({
  user_id: z.uuid({ error: 'Choose who has the booklet.' }),
  first_no: textField(40, 'Enter the first number of the booklet.'),
  last_no: textField(40, 'Enter the last number of the booklet.'),
})

/** Takes a booklet back from its person. */
export const takeBackBookletSchema = z.object({
  id: z.uuid({ error: 'Reload the page.' }),
  version: versionField,
  reason: textField(400, 'Enter a reason.'),
})
