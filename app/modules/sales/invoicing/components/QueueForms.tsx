import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { SubmitButton } from '~/ui/SubmitButton'
import { DateField, TextField } from '~/ui/TextField'
import { ActionFields } from '../../components/ActionFields'
import { deliverSchema } from '../../schema'
import { invoiceSchema } from '../schema'

interface Props {
  booking: {
    id: string
    soNo: string
    version: number
    idempotencyKey: string
    proposed?: string | null
  }
  project: string
  today: string
  lastResult: SubmissionResult<string[]> | undefined
}

const LINE = 'flex flex-wrap items-start gap-2 sm:flex-nowrap'

/** Sets invoice number and date in a row of the invoicing queue. */
export function InvoiceRow({ booking, project, today, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: `invoice-${booking.id}`,
    schema: invoiceSchema,
    lastResult: rowResult(lastResult, booking.id),
    defaultValue: { invoice_no: booking.proposed ?? '', date: today },
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={booking.idempotencyKey}>
      <RowFields intent="invoice" booking={booking} />
      <div className={LINE}>
        <TextField
          field={fields.invoice_no}
          label={`Invoice no. of ${booking.soNo}`}
          placeholder="Invoice no."
          autoComplete="off"
          hideLabel
          className="min-w-28 flex-1"
        />
        <DateField
          field={fields.date}
          label={`Invoice date of ${booking.soNo}`}
          hideLabel
          className="w-36"
        />
        <SubmitButton variant="secondary" name="row" value={booking.id}>
          Assign
        </SubmitButton>
      </div>
    </CommandForm>
  )
}

/** The delivery of a booking in a row of the invoicing queue: none while the warehouse holds its goods. */
export function DeliveryStep(props: Props & { booking: { onHold: boolean } }) {
  if (props.booking.onHold) return <span className="text-muted">Held by the warehouse</span>
  return <DeliverRow {...props} />
}

/** Delivers all of a booking in a row. */
function DeliverRow({ booking, project, today, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: `deliver-${booking.id}`,
    schema: deliverSchema,
    lastResult: rowResult(lastResult, booking.id),
    defaultValue: { date: today },
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={booking.idempotencyKey}>
      <RowFields intent="deliver" booking={booking} />
      <div className={LINE}>
        <DateField
          field={fields.date}
          label={`Delivery date of ${booking.soNo}`}
          hideLabel
          className="w-36"
        />
        <SubmitButton variant="secondary" name="row" value={booking.id}>
          Mark delivered
        </SubmitButton>
      </div>
    </CommandForm>
  )
}

function RowFields({
  intent,
  booking,
}: { intent: 'invoice' | 'deliver' } & Pick<Props, 'booking'>) {
  return (
    <>
      <ActionFields intent={intent} version={booking.version} />
      <input type="hidden" name="booking" value={booking.id} />
    </>
  )
}

/** Returns the action's answer when it concerns this row. */
function rowResult(lastResult: Props['lastResult'], id: string) {
  return lastResult?.initialValue?.booking === id ? lastResult : undefined
}
