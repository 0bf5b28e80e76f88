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
import { readRemittance } from './document.server'
import { remittancePaper } from './remittance-paper.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.no ?? 'Remittance'}, report · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.read')
  const remittance = await readRemittance(db, project.projectId, params.id ?? '')
  const names = await namesOf(db, project.projectId)
  const { id, no } = remittance
  const print = await paperCopies({ db, project }, 'remittance', [id])
  const drrLabel = project.settings.drr_label
  const paper = remittancePaper({
    ...{ remittance, drrLabel },
    people: {
      collector: names.get(remittance.collectorId) ?? '–',
      receivedBy: names.get(remittance.receivedBy ?? '') ?? null,
    },
    letterhead: await readLetterhead(db, project),
    timeZone: project.timeZone,
    currency: project.currency,
    copies: print.copies[id],
  })
  return { id, no, drrLabel, print, papers: { file: `Remittance report ${no}`, sheets: [paper] } }
}

export const action = formAction({ permission: 'collections.read', ...countPrint('remittance') })

/** Prints a remittance, for collector and cashier to sign. */
export default function RemittancePrint() {
  const { id, no, drrLabel, print, papers } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Remittance report"
          crumbs={[
            { label: 'Remittances', to: paths.treasury.remittances },
            { label: `${drrLabel} ${no}`, to: paths.treasury.remittance(id) },
          ]}
          actions={<CountedPaperActions numbers={[id]} {...{ print, lastResult }} />}
        />
      </div>
      <PaperSheets papers={papers} />
    </>
  )
}
