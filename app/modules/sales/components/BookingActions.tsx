import type { SubmissionResult } from '@conform-to/react'
import { Panel } from '~/ui/Panel'
import type { BookingIntent } from '../actions'
import type { Credit } from '../credit'
import { DeliverAct, DeliverPartAct } from '../delivery/components/DeliverAct'
import type { BookingDocument } from '../document.server'
import { InvoiceAct } from '../invoicing/components/InvoiceAct'
import { CreditFacts } from './CreditFacts'
import { OverrideAct, ValidateAct } from './ValidateAct'

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
  lastResult: SubmissionResult<string[]> | undefined
}

/** Shows the actions on a booking, the next step first. */
export function BookingActions(props: Props) {
  const { booking, open, idempotencyKeys, project, today, nextInvoice, credit, lastResult } = props
  const may = (intent: BookingIntent) => open.includes(intent)
  const act = (intent: BookingIntent) => ({
    project,
    idempotencyKey: idempotencyKeys[intent],
    version: booking.version,
    lastResult,
  })
  const invoiced = booking.invoiceNo !== null
  const invoice = (
    <InvoiceAct
      {...act('invoice')}
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
                <CreditFacts credit={credit} total={booking.total} />
              </div>
            ) : null}
            {may('validate') ? <ValidateAct {...act('validate')} /> : null}
            {may('override') ? <OverrideAct {...act('override')} /> : null}
          </div>
        </Panel>
      ) : null}
      {may('invoice') && !invoiced ? <Panel title="Invoice">{invoice}</Panel> : null}
      {may('deliver') ? (
        <Panel title="Delivery">
          <DeliverAct {...act('deliver')} date={today} secondary={may('invoice') && !invoiced} />
          <DeliverPartAct {...act('deliver-part')} date={today} lines={booking.lines} />
        </Panel>
      ) : null}
      {may('invoice') && invoiced ? <Panel title="Invoice">{invoice}</Panel> : null}
    </>
  )
}
