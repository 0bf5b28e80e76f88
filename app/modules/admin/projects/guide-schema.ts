import { z } from 'zod/mini'
import { accountAddress } from '~/platform/access/account-address'
import { checkboxField, textField, versionField } from '~/platform/forms/fields'
import { SECTION_SCHEMAS } from './schema'

/** The questions about a new project, and its first user. */
export const guideSchema = z.object({
  version: versionField,
  office: z.enum(['separate', 'alone'], { error: 'Choose one.' }),
  vat: z.enum(['registered', 'none'], { error: 'Choose one.' }),
  ...SECTION_SCHEMAS.numbering.shape,
  house_account: checkboxField,
  display_name: textField(80, 'Enter a name.'),
  email: accountAddress(200),
})

export type Guide = z.output<typeof guideSchema>
