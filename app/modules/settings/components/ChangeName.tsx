import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { Dialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { nameSchema } from '../schema'

interface Props {
  idempotencyKey: string
  name: string
  project: string | null
  lastResult: SubmissionResult<string[]> | undefined
}

/** Shows the Change name dialog. */
export function ChangeName({ idempotencyKey, name, project, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: 'change-name',
    schema: nameSchema,
    lastResult,
    defaultValue: { name },
  })
  return (
    <Dialog
      trigger="Change name"
      title="Change name"
      open={lastResult?.status === 'error'}
      key={name}
    >
      {(close) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <input type="hidden" name="intent" value="name" />
          <TextField
            field={fields.name}
            label="Name"
            placeholder="Enter Name"
            autoComplete="name"
            hint="Visible to other users. Your sign-in and projects do not change."
          />
          <FormActions>
            <SubmitButton>Change name</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </Dialog>
  )
}
