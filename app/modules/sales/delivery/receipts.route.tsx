import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { CountedPaperActions } from '~/modules/prints/CountedPaperActions'
import { countPrint, paperCopies } from '~/modules/prints/copies.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PaperActions } from '~/ui/PaperChoice'
import { ReceiptSheet } from './components/ReceiptSheet'
import { readSelected } from './filters'
import { readDeliveryReceipt } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Delivery receipts · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.deliver')
  const receipts = []
  for (const id of readSelected(request.url)) {
    const receipt = await readDeliveryReceipt(db, project.projectId, id, { no: null, on: null })
    receipts.push({ id, receipt })
  }
  const shown = receipts.filter(({ receipt }) => receipt.lines.some(({ now }) => now > 0))
  // Goods that are still to be delivered have no number yet, and are not counted.
  const numbers = shown.flatMap(({ receipt }) => receipt.dr_no ?? [])
  return {
    receipts: shown,
    numbers,
    print: await paperCopies({ db, project }, 'delivery_receipt', numbers),
    letterhead: await readLetterhead(db, project),
    currency: project.currency,
  }
}

export const action = formAction({
  permission: 'bookings.deliver',
  ...countPrint('delivery_receipt'),
})

/** Prints the delivery receipts of a selection, each on a sheet of its own. */
export default function DeliveryReceipts() {
  const { receipts, numbers, print, letterhead, currency } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Delivery receipts"
          crumbs={[{ label: 'Delivery', to: paths.sales.delivery }]}
          actions={
            receipts.length === 0 ? null : numbers.length > 0 ? (
              <CountedPaperActions {...{ numbers, print, lastResult }} />
            ) : (
              <PaperActions />
            )
          }
        />
      </div>
      {receipts.length === 0 ? (
        <Panel flush>
          <EmptyState line title="Nothing to print">
            Select deliveries in their list, then print their receipts from there.
          </EmptyState>
        </Panel>
      ) : null}
      {receipts.map(({ id, receipt }) => (
        <ReceiptSheet
          key={id}
          {...{ receipt, letterhead, currency }}
          copies={receipt.dr_no ? print.copies[receipt.dr_no] : 0}
        />
      ))}
    </>
  )
}
