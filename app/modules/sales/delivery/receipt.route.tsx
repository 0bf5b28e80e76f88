import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { CountedPaperActions } from '~/modules/prints/CountedPaperActions'
import { countPrint, paperCopies } from '~/modules/prints/copies.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { formatDate, writtenDay } from '~/platform/values/dates'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PaperActions } from '~/ui/PaperChoice'
import { PaperSheets } from '~/ui/PaperSheet'
import { readDeliveryReceipt } from './queries.server'
import { deliveryReceiptPaper } from './receipt-paper.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Delivery receipt ${data?.receipt.dr_no ?? data?.receipt.so_no ?? ''} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.deliver', 'invoicing.read')
  const { searchParams } = new URL(request.url)
  const requested = { no: searchParams.get('no'), on: writtenDay(searchParams.get('on') ?? '') }
  const receipt = await readDeliveryReceipt(db, project.projectId, params.id!, requested)
  const { receipts, days, open, on, dr_no, so_no, stage } = receipt
  const print = await paperCopies({ db, project }, 'delivery_receipt', dr_no ? [dr_no] : [])
  const empty = receipt.lines.every(({ now }) => now === 0)
  return {
    id: params.id!,
    receipt: { receipts, days, open, on, dr_no, so_no, stage },
    print,
    papers: empty
      ? null
      : {
          file: `Delivery receipt ${dr_no ?? so_no}`,
          sheets: [deliveryReceiptPaper(receipt, dr_no ? print.copies[dr_no] : 0)],
        },
  }
}

export const action = formAction({
  permission: ['bookings.deliver', 'invoicing.read'],
  ...countPrint('delivery_receipt'),
})

/** Prints a delivery receipt: of the open pieces, or of a delivery under its number. */
export default function DeliveryReceipt() {
  const { id, receipt, print, papers } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { receipts, days, open, on, dr_no } = receipt
  const numbered = new Set(receipts.map((each) => each.on))
  const others: [label: string, to: string][] = [
    ...(open && on ? [['Still to deliver', '?'] as [string, string]] : []),
    ...receipts
      .filter((each) => each.dr_no !== dr_no)
      .map((each): [string, string] => [
        `${each.dr_no}, ${formatDate(each.on)}`,
        `?no=${each.dr_no}`,
      ]),
    ...days
      .filter((day) => day !== on && !numbered.has(day))
      .map((day) => [`Delivered ${formatDate(day)}`, `?on=${day}`] as [string, string]),
  ]
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={dr_no ? `Delivery receipt ${dr_no}` : 'Delivery receipt'}
          crumbs={[
            { label: 'Bookings', to: paths.sales.bookings },
            { label: receipt.so_no, to: paths.sales.booking(id) },
          ]}
          description={
            others.length > 0 ? (
              <>
                Other delivery receipts of this booking:{' '}
                {others.map(([label, to]) => (
                  <Link key={to} to={to} className="mr-3 text-accent hover:underline">
                    {label}
                  </Link>
                ))}
              </>
            ) : null
          }
          actions={
            !papers ? null : dr_no ? (
              <CountedPaperActions
                numbers={[dr_no]}
                shared={{ paper: 'delivery_receipt', id }}
                {...{ print, lastResult }}
              />
            ) : (
              <PaperActions shared={{ paper: 'delivery_receipt', id }} />
            )
          }
        />
      </div>
      {papers ? (
        <PaperSheets papers={papers} />
      ) : (
        <Panel flush>
          <EmptyState line title="Nothing to print">
            {receipt.stage === 'pending'
              ? 'Only validated bookings are delivered.'
              : 'This booking has no delivery on that date and no open quantity.'}
          </EmptyState>
        </Panel>
      )}
    </>
  )
}
