import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CountedPaperActions } from '~/modules/prints/CountedPaperActions'
import { countPrint, paperCopies } from '~/modules/prints/copies.server'
import { FormChoice, FormNotes } from '~/modules/prints/FormChoice'
import { onForms } from '~/modules/prints/forms.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { PageHeader } from '~/ui/PageHeader'
import { PaperSheets } from '~/ui/PaperSheet'
import { readWholeReceipt } from './document.server'
import { receiptOnForm } from './receipt-form'
import { markOf, receiptPaper } from './receipt-paper.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Print receipt ${data?.crNo ?? ''} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.read')
  const collection = await readWholeReceipt(db, project.projectId, params.id ?? '')
  const { id, crNo } = collection
  const print = await paperCopies({ db, project }, 'receipt', [crNo])
  const paper = receiptPaper(collection, print.copies[crNo])
  return {
    ...{ id, crNo, print },
    ...(await onForms(
      { db, projectId: project.projectId, url: request.url },
      'receipt',
      { file: `Collection receipt ${crNo}`, sheets: [paper] },
      () => [receiptOnForm({ ...collection, mark: markOf(collection) }, print.copies[crNo])],
    )),
  }
}

export const action = formAction({ permission: 'collections.read', ...countPrint('receipt') })

/** Prints a collection receipt. */
export default function ReceiptPrint() {
  const { id, crNo, print, papers, form } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={`Collection receipt ${crNo}`}
          crumbs={[
            { label: 'Collections', to: paths.treasury.collections },
            {
              label: `Receipt ${crNo}`,
              to: paths.treasury.collection(id),
            },
          ]}
          actions={
            <>
              <FormChoice form={form} />
              <CountedPaperActions
                numbers={[crNo]}
                shared={{ paper: 'receipt', id }}
                {...{ print, lastResult }}
              />
            </>
          }
        />
      </div>
      <FormNotes form={form} pages={papers.forms?.length ?? 0} />
      <PaperSheets papers={papers} />
    </>
  )
}
