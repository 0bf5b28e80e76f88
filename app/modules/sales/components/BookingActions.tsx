import type { SubmissionResult } from '@conform-to/react'
import { Panel } from '~/ui/Panel'
import type { BookingIntent } from '../actions'
import type { ByAnother, Credit } from '../credit'
import { DeliverAction, DeliverPartAction } from '../delivery/components/DeliverAction'
import type { BookingDocument } from '../document.server'
import { InvoiceAction } from '../invoicing/components/InvoiceAction'
import { CreditFacts } from './CreditFacts'
import { OverrideAction, ValidateAction } from './ValidateAction'

interface Props {
  booking: BookingDocument
  open: readonly BookingIntent[]
  /** One idempotency key per action. */
  idempotencyKeys: Record<BookingIntent, string>
  project: string
  today: string
  /** The invoice number that the database proposes. */
  nextInvoice: string | null
  /** The customer's credit, while the booking is pending and the reader may see it. */
  credit: Credit | null
  /** The prices below the price floor. */
  belowFloor: readonly string[]
  /** The prices that are not the list's, or the SRP. */
  otherPrices: readonly string[]
  /** Why another user has to validate it. */
  byAnother: ByAnother | null
  lastResult: SubmissionResult<string[]> | undefined
}

/** Shows the actions on a booking, the next step first. */
export function BookingActions(props: Props) {
  const { booking, open, idempotencyKeys, project, today, nextInvoice, credit, lastResult } = props
  const may = (intent: BookingIntent) => open.includes(intent)
  const propsOf = (intent: BookingIntent) => ({
    project,
    idempotencyKey: idempotencyKeys[intent],
    version: booking.version,
    lastResult,
  })
  const invoiced = booking.invoiceNo !== null
  const invoice = (
    <InvoiceAction
      {...propsOf('invoice')}
      invoiceNo={booking.invoiceNo}
      next={nextInvoice}
      date={booking.dateInvoiced ?? today}
      secondary={invoiced}
    />
  )
  return (
    <>
      {booking.stage === 'pending' && (credit || may('validate')) ? (
        <Panel title="Credit and validation">
          <div className="flex flex-col gap-4">
            {credit ? (
              <div>
                <CreditFacts
                  credit={credit}
                  total={booking.total}
                  belowFloor={props.belowFloor}
                  otherPrices={props.otherPrices}
                  byAnother={props.byAnother}
                  mayOverride={may('override')}
                />
              </div>
            ) : null}
            {may('validate') ? <ValidateAction {...propsOf('validate')} /> : null}
            {may('override') ? <OverrideAction {...propsOf('override')} /> : null}
          </div>
        </Panel>
      ) : null}
      {may('invoice') && !invoiced ? <Panel title="Invoice">{invoice}</Panel> : null}
      {may('deliver') ? (
        <Panel title="Delivery">
          <DeliverAction
            {...propsOf('deliver')}
            date={today}
            secondary={may('invoice') && !invoiced}
          />
          <DeliverPartAction {...propsOf('deliver-part')} date={today} lines={booking.lines} />
        </Panel>
      ) : null}
      {may('invoice') && invoiced ? <Panel title="Invoice">{invoice}</Panel> : null}
    </>
  )
}
