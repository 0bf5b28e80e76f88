import type { SubmissionResult } from '@conform-to/react'
import { ownResult } from '~/platform/forms/own-result'
import { Button } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { PostingDateField } from '~/ui/PostingDateField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { useHydrated } from '~/ui/useHydrated'
import { batchSchema } from '../schema'

export const BATCH = 'batch'

interface Props {
  project: string
  idempotencyKey: string
  /** The number that the database proposes. */
  next: string | null
  today: string
  lastResult: SubmissionResult<string[]> | undefined
  /** The number of selected boxes, counted by scripts. */
  selected: number
  onTickAll: () => void
}

/**
 * Sets invoice numbers for the bookings selected in the table below. The boxes belong to this form
 * by its id.
 */
export function BatchForm({
  project,
  idempotencyKey,
  next,
  today,
  lastResult,
  selected,
  onTickAll,
}: Props) {
  const hydrated = useHydrated()
  const [form, fields] = useCommandForm({
    id: BATCH,
    schema: batchSchema,
    lastResult: ownResult(lastResult, BATCH),
    defaultValue: { first_no: next ?? '', date: today },
  })
  return (
    <CommandForm
      form={form}
      project={project}
      idempotencyKey={idempotencyKey}
      className="border-b border-line p-3"
    >
      <input type="hidden" name="intent" value={BATCH} />
      <div className="flex flex-wrap items-start gap-2">
        <TextField
          field={fields.first_no}
          label="Starting no."
          hint={next ? undefined : 'Following numbers are assigned in order.'}
          autoComplete="off"
          controlClass="figures"
          className="min-w-40 flex-1 sm:flex-none"
        />
        <PostingDateField field={fields.date} label="Invoice date" className="w-44" />
        <div className="flex gap-2 pt-5">
          <SubmitButton name="send" value={BATCH}>
            {selected > 0 ? `Assign numbers to ${selected} selected` : 'Assign numbers to selected'}
          </SubmitButton>
          {hydrated ? (
            <Button variant="ghost" onClick={onTickAll}>
              {selected > 0 ? 'Clear selection' : 'Select all'}
            </Button>
          ) : null}
        </div>
      </div>
      <p id={fields.bookings.errorId} className="mt-1 text-xs font-medium text-danger empty:hidden">
        {fields.bookings.errors?.join(' ')}
      </p>
    </CommandForm>
  )
}
