import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { Dialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { renumberSchema } from '../schema'

interface Props {
  project: string
  idempotencyKey: string
  slipNo: string
  version: number
  lastResult: SubmissionResult<string[]> | undefined
}

/** Corrects the number of a slip, with a reason; its account, day and amounts stay. */
export function RenumberSlip({ project, idempotencyKey, slipNo, version, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: 'renumber',
    schema: renumberSchema,
    lastResult,
    defaultValue: { slip_no: slipNo },
  })
  return (
    <Dialog
      trigger="Change slip number"
      title={`Number of slip ${slipNo}`}
      open={lastResult?.status === 'error'}
    >
      {(close) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <input type="hidden" name="intent" value="renumber" />
          <input type="hidden" name="version" value={version} />
          <TextField field={fields.slip_no} label="Slip no." autoComplete="off" />
          <TextAreaField
            field={fields.reason}
            label="Reason for the change"
            rows={2}
            hint="The old number stays in the history."
            className="mt-3.5"
          />
          <FormActions>
            <SubmitButton>Change number</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </Dialog>
  )
}
