import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { namesOf } from '~/modules/people/queries.server'
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
  const [print, letterhead, names] = await Promise.all([
    paperCopies({ db, project }, 'receipt', [collection.crNo]),
    readLetterhead(db, project),
    namesOf(db, project.projectId),
  ])
  const { id, crNo } = collection
  const people = {
    agent: names.get(collection.agentId) ?? null,
    receivedBy: names.get(collection.collectorId ?? collection.createdBy ?? '') ?? null,
  }
  const paper = receiptPaper({
    ...{ collection, people, letterhead },
    drrLabel: project.settings.drr_label,
    currency: project.currency,
    copies: print.copies[crNo],
  })
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
          actions={<CountedPaperActions numbers={[crNo]} {...{ print, lastResult }} />}
        />
      </div>
      <PaperSheets papers={papers} />
    </>
  )
}
