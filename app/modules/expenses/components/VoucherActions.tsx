import type { SubmissionResult } from '@conform-to/react'
import { CommandButton } from '~/ui/CommandButton'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { Dialog } from '~/ui/Dialog'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PostingDateField } from '~/ui/PostingDateField'
import { ReasonDialog } from '~/ui/ReasonDialog'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import type { VoucherIntent } from '../actions'
import { cancelVoucherSchema, plainVoucherSchema, releaseVoucherSchema } from '../schema'

export interface VoucherFormProps {
  project: string
  idempotencyKey: string
  version: number
  /** The answer to the form of this action. */
  lastResult: SubmissionResult<string[]> | undefined
}

/** Approves or prints with one button. */
export function PlainAction(
  props: VoucherFormProps & { intent: VoucherIntent; label: string; main: boolean },
) {
  const { label, main, ...command } = props
  return (
    <CommandButton
      {...command}
      schema={plainVoucherSchema}
      variant={main ? 'primary' : 'secondary'}
      name="button"
      value={command.intent}
    >
      {label}
    </CommandButton>
  )
}

interface ReleaseProps extends VoucherFormProps {
  voucherNo: number
  releasers: readonly { value: string; label: string }[]
  today: string
}

/** Releases the voucher: asks for the releaser and the date. */
export function ReleaseAction(props: ReleaseProps) {
  const { project, idempotencyKey, version, lastResult, voucherNo, releasers, today } = props
  const [form, fields] = useCommandForm({
    id: 'release',
    schema: releaseVoucherSchema,
    lastResult,
    defaultValue: { date: today, releaser_id: releasers.length === 1 ? releasers[0]?.value : '' },
  })
  return (
    <Dialog
      trigger="Release"
      triggerVariant="primary"
      title={`Release voucher No. ${voucherNo}`}
      open={lastResult?.status === 'error'}
    >
      {(close) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <Hidden intent="release" version={version} />
          <p className="mb-4 text-muted">
            The cash or cheque is handed out. A released voucher can no longer be cancelled.
          </p>
          <FormGrid>
            <SelectField
              field={fields.releaser_id}
              label="Released by"
              options={releasers}
              empty="Choose…"
              className="sm:col-span-2"
            />
            <PostingDateField field={fields.date} label="Date" className="sm:col-span-2" />
          </FormGrid>
          <FormActions>
            <SubmitButton>Release voucher</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </Dialog>
  )
}

/** Asks for a reason, then cancels the voucher. */
export function CancelVoucher({
  project,
  idempotencyKey,
  version,
  lastResult,
  voucherNo,
  today,
}: VoucherFormProps & { voucherNo: number; today: string }) {
  return (
    <ReasonDialog
      trigger="Cancel voucher"
      title={`Cancel voucher No. ${voucherNo}`}
      body="The voucher and cheque numbers are not reused. This cannot be undone."
      open={lastResult?.status === 'error'}
      schema={cancelVoucherSchema}
      values={{ intent: 'cancel', version }}
      date={today}
      label="Cancel voucher"
      {...{ project, idempotencyKey, lastResult }}
    />
  )
}

function Hidden({ intent, version }: { intent: VoucherIntent; version: number }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
    </>
  )
}
