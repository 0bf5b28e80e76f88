import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import type { BadOrder } from './queries.server'
import { approveWriteOffSchema, cancelWriteOffSchema } from './schema'

interface Props {
  project: string
  idempotencyKeys: { approve: string; cancel: string }
  record: BadOrder
  mayApprove: boolean
  lastResult: SubmissionResult<string[]> | undefined
}

/** Shows the buttons to approve and to cancel a write-off. */
export function WriteOffActions(props: Props) {
  const { project, idempotencyKeys, record, mayApprove, lastResult } = props
  const intent = lastResult?.initialValue?.intent
  const [approve] = useCommandForm({
    id: 'approve',
    schema: approveWriteOffSchema,
    lastResult: intent === 'approve' ? lastResult : undefined,
  })
  const [cancel, fields] = useCommandForm({
    id: 'cancel',
    schema: cancelWriteOffSchema,
    lastResult: intent === 'cancel' ? lastResult : undefined,
  })
  return (
    <>
      <ConfirmDialog
        trigger="Cancel write-off"
        title={`Cancel ${record.record_no}`}
        body={
          record.status === 'approved'
            ? 'The goods come back among the bad orders today. The number stays taken.'
            : 'The goods stay among the bad orders. The number stays taken.'
        }
        open={intent === 'cancel'}
      >
        {({ body, close }) => (
          <CommandForm form={cancel} project={project} idempotencyKey={idempotencyKeys.cancel}>
            <input type="hidden" name="intent" value="cancel" />
            <input type="hidden" name="version" value={record.version} />
            {body}
            <TextAreaField field={fields.reason} label="Reason" rows={2} />
            <FormActions>
              <SubmitButton variant="danger">Cancel it</SubmitButton>
              {close}
            </FormActions>
          </CommandForm>
        )}
      </ConfirmDialog>
      {mayApprove ? (
        <CommandForm form={approve} project={project} idempotencyKey={idempotencyKeys.approve}>
          <input type="hidden" name="intent" value="approve" />
          <input type="hidden" name="version" value={record.version} />
          <SubmitButton>Approve</SubmitButton>
        </CommandForm>
      ) : null}
    </>
  )
}
