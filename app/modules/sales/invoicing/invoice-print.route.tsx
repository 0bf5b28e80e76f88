import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { letterheadOf } from '~/modules/logos/letterhead.server'
import { CountedPaperActions } from '~/modules/prints/CountedPaperActions'
import { countPrint, paperCopies } from '~/modules/prints/copies.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { InvoiceSheet } from './components/InvoiceSheet'
import { readInvoice } from './numbers.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Invoice ${data?.invoice.invoice_no ?? ''} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'invoicing.read')
  const invoice = await readInvoice(db, project.projectId, params.id!)
  const number = invoice.is_opening ? null : invoice.invoice_no
  return {
    id: params.id!,
    invoice,
    number,
    print: await paperCopies({ db, project }, 'invoice', number ? [number] : []),
    letterhead: letterheadOf(invoice.letterhead, project),
    currency: project.currency,
  }
}

export const action = formAction({ permission: 'invoicing.read', ...countPrint('invoice') })

/** Prints an invoice. */
export default function InvoicePrint() {
  const { id, invoice, number, print, letterhead, currency } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={invoice.invoice_no ? `Invoice ${invoice.invoice_no}` : 'Invoice'}
          crumbs={[
            { label: 'Bookings', to: paths.sales.bookings },
            { label: invoice.so_no, to: paths.sales.booking(id) },
          ]}
          actions={
            number ? <CountedPaperActions numbers={[number]} {...{ print, lastResult }} /> : null
          }
        />
      </div>
      {number ? (
        <InvoiceSheet {...{ invoice, letterhead, currency }} copies={print.copies[number]} />
      ) : (
        <Panel flush>
          <EmptyState line title="Nothing to print">
            {invoice.is_opening
              ? 'This invoice was imported; its lines are on paper only.'
              : 'This booking has no invoice number yet.'}
          </EmptyState>
        </Panel>
      )}
    </>
  )
}
