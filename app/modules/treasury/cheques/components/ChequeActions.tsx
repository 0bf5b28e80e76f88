import type { SubmissionResult } from '@conform-to/react'
import { paths } from '~/paths'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { PostingDateField } from '~/ui/PostingDateField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { clearReceivedSchema, returnSchema } from '../schema'
import { REPLACEABLE, RETURNABLE, type ReceivedTab } from '../tabs'

interface Props {
  cheque: {
    id: string
    no: string
    version: number
    idempotencyKeys: { clear: string; return: string }
  }
  tab: ReceivedTab
  project: string
  today: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Shows the actions that a cheque's state allows. */
export function ChequeActions(props: Props) {
  const { cheque, tab } = props
  return (
    // The actions lie above the row's link, which covers the row.
    <div className="relative flex items-start justify-end gap-2 max-sm:justify-start">
      {tab === 'deposited' ? <Clear {...props} /> : null}
      {RETURNABLE.includes(tab) ? <Return {...props} /> : null}
      {REPLACEABLE.includes(tab) ? (
        <LinkButton to={paths.treasury.replaceCheque(cheque.id)} size="sm" variant="ghost">
          Replace
        </LinkButton>
      ) : null}
    </div>
  )
}

/** Returns the action's answer when it concerns this cheque and this intent. */
function own({ cheque, lastResult }: Props, intent: string) {
  const sent = lastResult?.initialValue
  return sent?.intent === intent && sent.cheque === cheque.id ? lastResult : undefined
}

function Clear(props: Props) {
  const { cheque, project, today } = props
  const [form, fields] = useCommandForm({
    id: `clear-${cheque.id}`,
    schema: clearReceivedSchema,
    lastResult: own(props, 'clear'),
    defaultValue: { date: today },
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={cheque.idempotencyKeys.clear}>
      <Hidden intent="clear" cheque={cheque} />
      <div className="flex items-start gap-2">
        <PostingDateField
          field={fields.date}
          label={`Cleared on, cheque ${cheque.no}`}
          hideLabel
          className="w-36 max-sm:w-34"
        />
        <SubmitButton variant="secondary">Cleared</SubmitButton>
      </div>
    </CommandForm>
  )
}

function Return(props: Props) {
  const { cheque, project, today } = props
  const lastResult = own(props, 'return')
  const [form, fields] = useCommandForm({
    id: `return-${cheque.id}`,
    schema: returnSchema,
    lastResult,
    defaultValue: { date: today },
  })
  return (
    <ConfirmDialog
      trigger="Returned"
      title={`Cheque ${cheque.no} returned`}
      body="Every booking that it paid is open again from that date and counts against the credit limit. Earlier entries stay in the books."
      open={lastResult?.status === 'error'}
    >
      {({ body, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={cheque.idempotencyKeys.return}>
          <Hidden intent="return" cheque={cheque} />
          {body}
          <PostingDateField field={fields.date} label="Returned on" className="mb-3.5" />
          <TextAreaField field={fields.reason} label="Reason given by the bank" rows={2} />
          <FormActions>
            <SubmitButton variant="danger">Mark returned</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}

function Hidden({ intent, cheque }: { intent: string } & Pick<Props, 'cheque'>) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="cheque" value={cheque.id} />
      <input type="hidden" name="version" value={cheque.version} />
    </>
  )
}
