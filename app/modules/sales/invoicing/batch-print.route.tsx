import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CountedPaperActions } from '~/modules/prints/CountedPaperActions'
import { countPrint, paperCopies } from '~/modules/prints/copies.server'
import { FormChoice, FormNotes } from '~/modules/prints/FormChoice'
import { onForms } from '~/modules/prints/forms.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { isId } from '~/platform/values/ids'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PaperSheets } from '~/ui/PaperSheet'
import { readEInvoices } from './e-invoice.server'
import { invoiceOnForm } from './invoice-form'
import { invoicePaper } from './invoice-paper.server'
import { type InvoiceDocument, readInvoice } from './numbers.server'

export const meta: MetaFunction = () => [{ title: 'Invoices · Kalakal' }]

const MOST = 100

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'invoicing.read')
  const { projectId } = project
  const wanted = new URL(request.url).searchParams.getAll('booking')
  const ids = wanted.filter((id) => isId(id)).slice(0, MOST)
  const invoices: { id: string; invoice: InvoiceDocument; number: string }[] = []
  for (const id of ids) {
    const invoice = await readInvoice(db, projectId, id)
    if (invoice.invoice_no && !invoice.is_opening)
      invoices.push({ id, invoice, number: invoice.invoice_no })
  }
  const numbers = invoices.map(({ number }) => number)
  const print = await paperCopies({ db, project }, 'invoice', numbers)
  const sheets = invoices.map(({ invoice, number }) => invoicePaper(invoice, print.copies[number]))
  const file = numbers.length === 1 ? `Invoice ${numbers[0]}` : 'Invoices'
  const data = await readEInvoices(db, projectId, request.url, invoices)
  const onPlain = { file, sheets, data }
  return {
    ...{ numbers, print },
    ...(await onForms({ db, projectId, url: request.url }, 'invoice', onPlain, () =>
      invoices.map(({ invoice, number }) => invoiceOnForm(invoice, print.copies[number])),
    )),
  }
}

export const action = formAction({ permission: 'invoicing.read', ...countPrint('invoice') })

/** Prints the invoices of a batch, each on a sheet or a pre-printed form of its own. */
export default function BatchPrint() {
  const { numbers, print, papers, form } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Invoices"
          crumbs={[{ label: 'Invoices', to: paths.sales.invoicing }]}
          actions={
            numbers.length > 0 ? (
              <>
                <FormChoice form={form} />
                <CountedPaperActions {...{ numbers, print, lastResult }} />
              </>
            ) : null
          }
        />
      </div>
      {numbers.length === 0 ? (
        <Panel flush>
          <EmptyState line title="Nothing to print">
            Assign invoice numbers to a selection first, then print it.
          </EmptyState>
        </Panel>
      ) : null}
      <FormNotes form={form} pages={papers.forms?.length ?? 0} documents={numbers.length} />
      <PaperSheets papers={papers} />
    </>
  )
}
