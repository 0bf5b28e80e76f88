import type { SubmissionResult } from '@conform-to/react'
import type { Money as Amount } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { PostingDateField } from '~/ui/PostingDateField'
import { SubmitButton } from '~/ui/SubmitButton'
import { AllocationTable, type Payable } from '../components/AllocationTable'
import { useOldestFirst } from '../components/useOldestFirst'
import { creditSchema } from '../schema'

interface Props {
  collection: { id: string; version: number; unapplied: Amount }
  bookings: readonly Payable[]
  /** The credit as allocated to the oldest bookings first. */
  rows: { booking_id: string; amount: string }[]
  project: string
  idempotencyKey: string
  currency: string
  today: string
  lastResult: SubmissionResult<string[]> | undefined
  /** The address of the receipt. */
  back: string
}

/** Lists the customer's open bookings, each with its part of the credit. */
export function CreditForm(props: Props) {
  const { collection, bookings, rows, project, idempotencyKey, currency, lastResult, back } = props
  const [form, fields] = useCommandForm({
    id: 'credit',
    schema: creditSchema,
    lastResult,
    defaultValue: { share: 'oldest', allocations: rows, date: props.today },
  })
  useOldestFirst(form, fields.allocations.name, {
    of: collection.id,
    share: fields.share.value,
    amount: collection.unapplied,
    bookings,
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <input type="hidden" name="version" value={collection.version} />
      <AllocationTable
        form={form}
        allocations={fields.allocations}
        share={fields.share}
        amount={collection.unapplied}
        bookings={bookings}
        currency={currency}
        isCredit
      />
      <PostingDateField field={fields.date} label="Applied from" className="mt-4 max-w-60" />
      <FormActions>
        {bookings.length > 0 ? <SubmitButton>Apply payment</SubmitButton> : null}
        <LinkButton to={back} variant="ghost">
          Cancel
        </LinkButton>
      </FormActions>
    </CommandForm>
  )
}
