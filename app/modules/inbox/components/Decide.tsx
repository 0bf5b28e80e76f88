import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { CustomerDuplicateWarning } from '~/modules/customers/components/CustomerDuplicateWarning'
import { TermsFields } from '~/modules/customers/components/TermsFields'
import type { CustomerDuplicate } from '~/modules/customers/duplicates'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { ReasonDialog } from '~/ui/ReasonDialog'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import type { Facts } from '../facts'
import { kindOf } from '../kinds'
import { inboxDecisionSchema, rejectionSchema } from '../schema'

/** A document with the data for its two forms. */
export interface Decidable {
  id: string
  version: number
  facts: Facts
  name: string
  /** One idempotency key per form. */
  idempotencyKeys: { approve: string; reject: string }
  /** Possible duplicates of a customer. */
  duplicates: readonly CustomerDuplicate[]
}

interface Props {
  item: Decidable
  project: string
  /** The result of the form of this document and intent. */
  lastResult: SubmissionResult<string[]> | undefined
}

/**
 * Approves at once, or first asks for what the decision needs: a reason, a credit line and terms.
 */
export function Approve({ item, project, lastResult }: Props) {
  const { approve } = kindOf(item.facts.kind)
  const [form, fields] = useCommandForm({
    id: `approve-${item.id}`,
    schema: inboxDecisionSchema,
    lastResult,
    defaultValue:
      item.facts.kind === 'customer' ? { terms_days: String(item.facts.termsDays) } : undefined,
  })
  const command = (children: ReactNode) => (
    <CommandForm form={form} project={project} idempotencyKey={item.idempotencyKeys.approve}>
      <Hidden item={item} intent="approve" />
      {children}
    </CommandForm>
  )
  if (approve.asks === 'nothing') return command(<SubmitButton>{approve.label}</SubmitButton>)
  const label = approve.label.replace('…', '')
  return (
    <ConfirmDialog
      trigger={approve.label}
      triggerVariant="primary"
      title={`${label} ${item.name}`}
      body={approve.body}
      open={lastResult?.error !== undefined}
    >
      {({ body, close }) =>
        command(
          <>
            {body}
            {approve.asks === 'terms' ? (
              <div className="flex flex-col gap-3.5">
                <TermsFields creditLine={fields.credit_line} termsDays={fields.terms_days} />
              </div>
            ) : (
              <TextAreaField field={fields.reason} label="Reason" rows={2} />
            )}
            <CustomerDuplicateWarning
              duplicates={item.duplicates}
              field={fields.again}
              label="Not a duplicate, approve"
            />
            <FormActions>
              <SubmitButton>{label}</SubmitButton>
              {close}
            </FormActions>
          </>,
        )
      }
    </ConfirmDialog>
  )
}

/** Rejects with a reason. */
export function Reject({ item, project, lastResult }: Props) {
  const { reject } = kindOf(item.facts.kind)
  const label = reject.label.replace('…', '')
  return (
    <ReasonDialog
      id={`reject-${item.id}`}
      schema={rejectionSchema}
      values={valuesOf(item, 'reject')}
      trigger={reject.label}
      label={label}
      title={`${label}: ${item.name}`}
      body={reject.body}
      project={project}
      idempotencyKey={item.idempotencyKeys.reject}
      lastResult={lastResult}
      open={lastResult?.error !== undefined}
    />
  )
}

/** The hidden values of a decision. */
function valuesOf(item: Decidable, intent: 'approve' | 'reject') {
  return {
    intent,
    kind: item.facts.kind,
    id: item.id,
    version: item.version,
    name: item.name,
  }
}

function Hidden({ item, intent }: { item: Decidable; intent: 'approve' }) {
  return Object.entries(valuesOf(item, intent)).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
