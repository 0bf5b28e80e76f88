import { z } from 'zod/mini'
import { textField, versionField } from '~/platform/forms/fields'

export const ledgerAccountSchema = z.object({
  version: versionField,
  code: textField(20, 'Enter a code.'),
  name: textField(80, 'Enter a name.'),
})
