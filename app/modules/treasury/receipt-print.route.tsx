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
import { ReceiptPaper } from './components/ReceiptPaper'
import { readWholeReceipt } from './document.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Print receipt ${data?.collection.crNo ?? ''} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.read')
  const collection = await readWholeReceipt(db, project.projectId, params.id ?? '')
  const [print, letterhead, names] = await Promise.all([
    paperCopies({ db, project }, 'receipt', [collection.crNo]),
    readLetterhead(db, project),
    namesOf(db, project.projectId),
  ])
  return {
    collection,
    print,
    letterhead,
    people: {
      agent: names.get(collection.agentId) ?? null,
      receivedBy: names.get(collection.collectorId ?? collection.createdBy ?? '') ?? null,
    },
    drrLabel: project.settings.drr_label,
    currency: project.currency,
  }
}

export const action = formAction({ permission: 'collections.read', ...countPrint('receipt') })

/** Prints a collection receipt. */
export default function ReceiptPrint() {
  const { print, ...data } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { collection } = data
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={`Collection receipt ${collection.crNo}`}
          crumbs={[
            { label: 'Collections', to: paths.treasury.collections },
            {
              label: `Receipt ${collection.crNo}`,
              to: paths.treasury.collection(collection.id),
            },
          ]}
          actions={<CountedPaperActions numbers={[collection.crNo]} {...{ print, lastResult }} />}
        />
      </div>
      <ReceiptPaper {...data} copies={print.copies[collection.crNo]} />
    </>
  )
}
