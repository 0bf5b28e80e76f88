import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import type { MemoDocument } from '../queries.server'
import { approveMemoSchema, cancelMemoSchema } from '../schema'

interface Props {
  project: string
  idempotencyKeys: { approve: string; cancel: string }
  memo: MemoDocument
  mayApprove: boolean
  mayCancel: boolean
  lastResult: SubmissionResult<string[]> | undefined
}

/** Says what a cancellation does. */
function consequence({ status, kind, lines }: MemoDocument): string {
  if (status === 'pending') return 'It never counts. Its number stays taken.'
  const goods = lines.some(({ pieces }) => pieces > 0)
    ? ' The goods that came back leave the stock again.'
    : ''
  return kind === 'credit'
    ? `From today on, what it credited is owed again.${goods} Its number stays taken.`
    : 'From today on, it is no longer owed. Its number stays taken.'
}

/** Shows the buttons to approve and cancel that the state allows. */
export function MemoActions(props: Props) {
  const { project, idempotencyKeys, memo, mayApprove, mayCancel, lastResult } = props
  const intent = lastResult?.initialValue?.intent
  const [approve] = useCommandForm({
    id: 'approve',
    schema: approveMemoSchema,
    lastResult: intent === 'approve' ? lastResult : undefined,
  })
  const [cancel, fields] = useCommandForm({
    id: 'cancel',
    schema: cancelMemoSchema,
    lastResult: intent === 'cancel' ? lastResult : undefined,
  })
  return (
    <>
      {mayCancel ? (
        <ConfirmDialog
          trigger="Cancel memo"
          title={`Cancel ${memo.memo_no}`}
          body={consequence(memo)}
          open={intent === 'cancel'}
        >
          {({ body, close }) => (
            <CommandForm form={cancel} project={project} idempotencyKey={idempotencyKeys.cancel}>
              <input type="hidden" name="intent" value="cancel" />
              <input type="hidden" name="version" value={memo.version} />
              {body}
              <TextAreaField field={fields.reason} label="Reason" rows={2} />
              <FormActions>
                <SubmitButton variant="danger">Cancel it</SubmitButton>
                {close}
              </FormActions>
            </CommandForm>
          )}
        </ConfirmDialog>
      ) : null}
      {mayApprove ? (
        <CommandForm form={approve} project={project} idempotencyKey={idempotencyKeys.approve}>
          <input type="hidden" name="intent" value="approve" />
          <input type="hidden" name="version" value={memo.version} />
          <SubmitButton>Approve</SubmitButton>
        </CommandForm>
      ) : null}
    </>
  )
}
