import type { FieldMetadata } from '@conform-to/react'
import { TextField } from '~/ui/TextField'

interface Props {
  fields: { password: FieldMetadata<string>; again: FieldMetadata<string> }
  /** A hint below the second field: further effects of the change. */
  hint?: string
}

/** Two fields for a new password. */
export function NewPasswordFields({ fields, hint }: Props) {
  return (
    <>
      <TextField
        field={fields.password}
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 12 characters. Use a passphrase of three or four words."
      />
      <TextField
        field={fields.again}
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        hint={hint}
      />
    </>
  )
}
