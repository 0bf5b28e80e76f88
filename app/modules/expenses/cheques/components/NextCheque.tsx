import type { FieldMetadata } from '@conform-to/react'
import { ownResult } from '~/platform/forms/own-result'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { PostingDateField } from '~/ui/PostingDateField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { DateField, TextField } from '~/ui/TextField'
import { replaceIssuedSchema, voidSchema } from '../schema'
import { type ChequeFormProps, Hidden } from './cheque-form'

/**
 * Voids a cheque that is spoiled, misprinted, lost or stopped. Its voucher can get the next cheque
 * at once.
 */
export function VoidDialog(props: ChequeFormProps) {
  const { cheque, project, idempotencyKeys, today, blank } = props
  const lastResult = ownResult(props.lastResult, 'void')
  const [form, fields] = useCommandForm({
    id: 'void-cheque',
    schema: voidSchema,
    lastResult,
    defaultValue: { date: today, next_no: blank ?? '', next_date: cheque.date ?? today },
  })
  return (
    <ConfirmDialog
      trigger="Void"
      triggerVariant="danger"
      title={`Void cheque ${cheque.no}`}
      body="Its number is not reused. Write VOID across the paper and keep it."
      open={lastResult?.status === 'error'}
    >
      {({ body, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKeys.void}>
          <Hidden intent="void" version={cheque.version} />
          {body}
          <TextAreaField field={fields.reason} label="Reason" rows={2} className="mb-3.5" />
          <PostingDateField field={fields.date} label="Voided on" className="mb-3.5" />
          {cheque.voucher ? (
            <NextFields fields={fields} hint="Blank = assign another cheque later." />
          ) : null}
          <FormActions>
            <SubmitButton variant="danger">Void cheque</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}

/** Assigns another cheque to the voucher of a void or stale one. */
export function ReplaceDialog(props: ChequeFormProps) {
  const { cheque, project, idempotencyKeys, today, blank } = props
  const lastResult = ownResult(props.lastResult, 'replace')
  const [form, fields] = useCommandForm({
    id: 'replace-cheque',
    schema: replaceIssuedSchema,
    lastResult,
    defaultValue: { next_no: blank ?? '', next_date: today },
  })
  return (
    <ConfirmDialog
      trigger="Next cheque"
      triggerVariant="primary"
      title={`Another cheque for voucher No. ${cheque.voucher?.no ?? ''}`}
      body={`In place of ${cheque.no}, for the same payee and amount.`}
      open={lastResult?.status === 'error'}
    >
      {({ body, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKeys.replace}>
          <Hidden intent="replace" version={cheque.version} />
          {body}
          <NextFields fields={fields} />
          <FormActions>
            <SubmitButton>Assign cheque</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}

type NextField = FieldMetadata<string | undefined, Record<string, unknown>, string[]>

function NextFields({
  fields,
  hint,
}: {
  fields: Record<'next_no' | 'next_date', unknown>
  hint?: string
}) {
  const next = fields as Record<'next_no' | 'next_date', NextField>
  return (
    <div className="flex flex-col gap-3.5">
      <TextField field={next.next_no} label="Next cheque no." hint={hint} autoComplete="off" />
      <DateField field={next.next_date} label="Cheque date" />
    </div>
  )
}
