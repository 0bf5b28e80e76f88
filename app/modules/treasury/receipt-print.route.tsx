import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CountedPaperActions } from '~/modules/prints/CountedPaperActions'
import { countPrint, paperCopies } from '~/modules/prints/copies.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { PageHeader } from '~/ui/PageHeader'
import { PaperSheets } from '~/ui/PaperSheet'
import { readWholeReceipt } from './document.server'
import { receiptPaper } from './receipt-paper.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Print receipt ${data?.crNo ?? ''} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.read')
  const collection = await readWholeReceipt(db, project.projectId, params.id ?? '')
  const { id, crNo } = collection
  const print = await paperCopies({ db, project }, 'receipt', [crNo])
  const paper = receiptPaper(collection, print.copies[crNo])
  return { id, crNo, print, papers: { file: `Collection receipt ${crNo}`, sheets: [paper] } }
}

export const action = formAction({ permission: 'collections.read', ...countPrint('receipt') })

/** Prints a collection receipt. */
export default function ReceiptPrint() {
  const { id, crNo, print, papers } = useLoaderData<typeof loader>()
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
            <CountedPaperActions
              numbers={[crNo]}
              shared={{ paper: 'receipt', id }}
              {...{ print, lastResult }}
            />
          }
        />
      </div>
      <PaperSheets papers={papers} />
    </>
  )
}
