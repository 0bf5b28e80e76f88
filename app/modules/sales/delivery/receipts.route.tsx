import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CountedPaperActions } from '~/modules/prints/CountedPaperActions'
import { countPrint, paperCopies } from '~/modules/prints/copies.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PaperActions } from '~/ui/PaperChoice'
import { PaperSheets } from '~/ui/PaperSheet'
import { readSelected } from './filters'
import { readDeliveryReceipt } from './queries.server'
import { deliveryReceiptPaper } from './receipt-paper.server'

export const meta: MetaFunction = () => [{ title: 'Delivery receipts · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.deliver')
  const receipts = []
  for (const id of readSelected(request.url)) {
    const receipt = await readDeliveryReceipt(db, project.projectId, id, { no: null, on: null })
    receipts.push(receipt)
  }
  const shown = receipts.filter(({ lines }) => lines.some(({ now }) => now > 0))
  // Goods that are still to be delivered have no number yet, and are not counted.
  const numbers = shown.flatMap(({ dr_no }) => dr_no ?? [])
  const print = await paperCopies({ db, project }, 'delivery_receipt', numbers)
  const sheets = shown.map((receipt) =>
    deliveryReceiptPaper(receipt, receipt.dr_no ? print.copies[receipt.dr_no] : 0),
  )
  return { numbers, print, papers: { file: 'Delivery receipts', sheets } }
}

export const action = formAction({
  permission: 'bookings.deliver',
  ...countPrint('delivery_receipt'),
})

/** Prints the delivery receipts of a selection, each on a sheet of its own. */
export default function DeliveryReceipts() {
  const { numbers, print, papers } = useLoaderData<typeof loader>()
  const empty = papers.sheets.length === 0
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Delivery receipts"
          crumbs={[{ label: 'Delivery', to: paths.sales.delivery }]}
          actions={
            empty ? null : numbers.length > 0 ? (
              <CountedPaperActions {...{ numbers, print, lastResult }} />
            ) : (
              <PaperActions />
            )
          }
        />
      </div>
      {empty ? (
        <Panel flush>
          <EmptyState line title="Nothing to print">
            Select deliveries in their list, then print their receipts from there.
          </EmptyState>
        </Panel>
      ) : null}
      <PaperSheets papers={papers} />
    </>
  )
}
