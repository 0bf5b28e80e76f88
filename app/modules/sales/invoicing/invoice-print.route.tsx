import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PaperActions } from '~/ui/PaperChoice'
import { InvoiceSheet } from './components/InvoiceSheet'
import { readInvoice } from './numbers.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Invoice ${data?.invoice.invoice_no ?? ''} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'invoicing.read')
  return {
    id: params.id!,
    invoice: await readInvoice(db, project.projectId, params.id!),
    letterhead: await readLetterhead(db, project),
    currency: project.currency,
  }
}

/** Prints an invoice. */
export default function InvoicePrint() {
  const { id, invoice, letterhead, currency } = useLoaderData<typeof loader>()
  const printable = invoice.invoice_no !== null && !invoice.is_opening
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={invoice.invoice_no ? `Invoice ${invoice.invoice_no}` : 'Invoice'}
          crumbs={[
            { label: 'Bookings', to: paths.sales.bookings },
            { label: invoice.so_no, to: paths.sales.booking(id) },
          ]}
          actions={printable ? <PaperActions /> : null}
        />
      </div>
      {printable ? (
        <InvoiceSheet invoice={invoice} letterhead={letterhead} currency={currency} />
      ) : (
        <Panel>
          <EmptyState title="Nothing to print">
            {invoice.is_opening
              ? 'This invoice was imported; its lines are on paper only.'
              : 'This booking has no invoice number yet.'}
          </EmptyState>
        </Panel>
      )}
    </>
  )
}
