import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { PageHeader } from '~/ui/PageHeader'
import { PaperActions } from '~/ui/PaperChoice'
import { PaperSheets } from '~/ui/PaperSheet'
import { readPurchase } from './document.server'
import { purchasePaper } from './purchase-paper.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.poNo ?? 'Purchase'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.read')
  const purchase = await readPurchase(db, project.projectId, params.id ?? '')
  const [names, letterhead] = await Promise.all([
    namesOf(db, project.projectId),
    readLetterhead(db, project),
  ])
  const paper = purchasePaper({
    ...{ purchase, letterhead },
    enteredBy: names.get(purchase.createdBy ?? '') ?? null,
    currency: project.currency,
  })
  const { id, poNo } = purchase
  return { id, poNo, papers: { file: `${paper.title} ${poNo}`, sheets: [paper] } }
}

/** Prints a purchase record: a receiving report, or goods that come or go back. */
export default function PurchasePrint() {
  const { id, poNo, papers } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={papers.sheets[0]!.title}
          crumbs={[
            { label: 'Purchases', to: paths.inventory.purchases },
            { label: poNo, to: paths.inventory.purchase(id) },
          ]}
          actions={<PaperActions shared={{ paper: 'purchase', id }} />}
        />
      </div>
      <PaperSheets papers={papers} />
    </>
  )
}
