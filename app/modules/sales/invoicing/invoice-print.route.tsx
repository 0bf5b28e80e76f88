import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { FilesAndComments } from '~/modules/documents/FilesAndComments'
import { readFilesAndComments } from '~/modules/documents/parts.server'
import { CountedPaperActions } from '~/modules/prints/CountedPaperActions'
import { countPrint, paperCopies } from '~/modules/prints/copies.server'
import { FormChoice, FormNotes } from '~/modules/prints/FormChoice'
import { onForms } from '~/modules/prints/forms.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PaperSheets } from '~/ui/PaperSheet'
import { readEInvoices } from './e-invoice.server'
import { invoiceOnForm } from './invoice-form'
import { invoicePaper } from './invoice-paper.server'
import { readInvoice } from './numbers.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Invoice ${data?.invoiceNo ?? ''} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'invoicing.read')
  const invoice = await readInvoice(db, project.projectId, params.id!)
  const number = invoice.is_opening ? null : invoice.invoice_no
  const [print, parts] = await Promise.all([
    paperCopies({ db, project }, 'invoice', number ? [number] : []),
    invoice.invoice_no ? readFilesAndComments(db, project, 'invoice', params.id!) : null,
  ])
  const issued = number ? [{ id: params.id!, number }] : []
  return {
    id: params.id!,
    number,
    soNo: invoice.so_no,
    isOpening: invoice.is_opening,
    invoiceNo: invoice.invoice_no,
    parts,
    print,
    isPlain: invoice.seller === null,
    ...(number
      ? await onForms(
          { db, projectId: project.projectId, url: request.url },
          'invoice',
          {
            file: `Invoice ${number}`,
            sheets: [invoicePaper(invoice, print.copies[number])],
            data: await readEInvoices(db, project.projectId, request.url, issued),
          },
          () => [invoiceOnForm(invoice, print.copies[number])],
        )
      : { papers: null, form: null }),
  }
}

export const action = formAction({ permission: 'invoicing.read', ...countPrint('invoice') })

/** Prints an invoice. */
export default function InvoicePrint() {
  const data = useLoaderData<typeof loader>()
  const { id, number, soNo, isOpening, isPlain, invoiceNo, print, papers, form } = data
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={invoiceNo ? `Invoice ${invoiceNo}` : 'Invoice'}
          crumbs={[
            { label: 'Bookings', to: paths.sales.bookings },
            { label: soNo, to: paths.sales.booking(id) },
          ]}
          actions={
            number ? (
              <>
                <CountedPaperActions
                  numbers={[number]}
                  shared={{ paper: 'invoice', id }}
                  {...{ print, lastResult }}
                />
                <FormChoice form={form} />
                <LinkButton reloadDocument to="?format=json">
                  E-invoice
                </LinkButton>
              </>
            ) : null
          }
        />
        {papers && isPlain ? (
          <p className="mb-4 text-muted">
            Issued before the seller’s tax details were set: it is printed as it was then.
          </p>
        ) : null}
      </div>
      <FormNotes form={form} pages={papers?.forms?.length ?? 0} />
      {papers ? (
        <PaperSheets papers={papers} />
      ) : (
        <Panel flush>
          <EmptyState line title="Nothing to print">
            {isOpening
              ? 'This invoice was imported; its lines are on paper only.'
              : 'This booking has no invoice number yet.'}
          </EmptyState>
        </Panel>
      )}
      {data.parts ? (
        <div className="mt-4 grid items-start gap-4 lg:grid-cols-2 print:hidden">
          <FilesAndComments parts={data.parts} />
        </div>
      ) : null}
    </>
  )
}
