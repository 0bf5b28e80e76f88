import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { isId } from '~/platform/values/ids'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PaperActions } from '~/ui/PaperChoice'
import { InvoiceSheet } from './components/InvoiceSheet'
import { readInvoice } from './numbers.server'

export const meta: MetaFunction = () => [{ title: 'Invoices · Kalakal' }]

const MOST = 100

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'invoicing.read')
  const wanted = new URL(request.url).searchParams.getAll('booking')
  const ids = wanted.filter((id) => isId(id)).slice(0, MOST)
  const invoices = []
  for (const id of ids) invoices.push({ id, invoice: await readInvoice(db, project.projectId, id) })
  return {
    invoices: invoices.filter(({ invoice }) => invoice.invoice_no && !invoice.is_opening),
    letterhead: await readLetterhead(db, project),
    currency: project.currency,
  }
}

/** Prints the invoices of a batch, each on a sheet of its own. */
export default function BatchPrint() {
  const { invoices, letterhead, currency } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Invoices"
          crumbs={[{ label: 'Invoices', to: paths.sales.invoicing }]}
          actions={invoices.length > 0 ? <PaperActions /> : null}
        />
      </div>
      {invoices.length === 0 ? (
        <Panel>
          <EmptyState title="Nothing to print">
            Assign invoice numbers to a selection first, then print it.
          </EmptyState>
        </Panel>
      ) : null}
      {invoices.map(({ id, invoice }) => (
        <InvoiceSheet key={id} {...{ invoice, letterhead, currency }} batch={invoices.length > 1} />
      ))}
    </>
  )
}
