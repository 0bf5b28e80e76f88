import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FileField } from '~/ui/FileField'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { actFileSchema } from '../schema'

interface Props {
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Takes in the acts that a phone handed over as a file. */
export function TakeFile({ lastResult, ...command }: Props) {
  const [form, fields] = useCommandForm({ id: 'act-file', schema: actFileSchema, lastResult })
  return (
    <ConfirmDialog
      trigger="Take in a file"
      title="Take in a file of acts"
      body="A phone that cannot send hands its acts over as a file (More in the app). They wait for another user, and none counts twice."
      open={lastResult?.status === 'error'}
    >
      {({ body, close }) => (
        <CommandForm form={form} encType="multipart/form-data" {...command}>
          <input type="hidden" name="intent" value="file" />
          {body}
          <FileField field={fields.file} label="File" accept="application/json,.json" />
          <FormActions>
            <SubmitButton>Take in</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}
