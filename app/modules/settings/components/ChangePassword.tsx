import type { SubmissionResult } from '@conform-to/react'
import { NewPasswordFields } from '~/modules/auth/NewPasswordFields'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { passwordSchema } from '../schema'

interface Props {
  email: string
  project: string | null
  lastResult: SubmissionResult<string[]> | undefined
}

/** Changes the password of a user who knows the current one. */
export function ChangePassword({ email, project, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: 'change-password',
    schema: passwordSchema,
    lastResult,
  })
  return (
    <CommandForm form={form} project={project}>
      <input type="hidden" name="intent" value="password" />
      {/* Password managers read the account from this field. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      <div className="grid gap-3.5 sm:grid-cols-2">
        <TextField
          field={fields.current}
          label="Current password"
          type="password"
          autoComplete="current-password"
          className="sm:col-span-2 sm:max-w-[calc(50%-0.4375rem)]"
        />
        <NewPasswordFields fields={fields} hint="Other sessions will be signed out." />
      </div>
      <FormActions>
        <SubmitButton>Change password</SubmitButton>
      </FormActions>
    </CommandForm>
  )
}
