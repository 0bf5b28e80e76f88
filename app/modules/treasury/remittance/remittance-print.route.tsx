import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { PageHeader } from '~/ui/PageHeader'
import { PaperActions } from '~/ui/PaperChoice'
import { RemittanceSheet } from './components/RemittanceSheet'
import { readRemittance } from './document.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.remittance.no ?? 'Remittance'}, report · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.read')
  const remittance = await readRemittance(db, project.projectId, params.id ?? '')
  const names = await namesOf(db, project.projectId)
  return {
    remittance,
    people: {
      collector: names.get(remittance.collectorId) ?? '–',
      receivedBy: names.get(remittance.receivedBy ?? '') ?? null,
    },
    letterhead: await readLetterhead(db, project),
    timeZone: project.timeZone,
    currency: project.currency,
    drrLabel: project.settings.drr_label,
  }
}

/** Prints a remittance, for collector and cashier to sign. */
export default function RemittancePrint() {
  const data = useLoaderData<typeof loader>()
  const { id, no } = data.remittance
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Remittance report"
          crumbs={[
            { label: 'Remittances', to: paths.treasury.remittances },
            { label: `${data.drrLabel} ${no}`, to: paths.treasury.remittance(id) },
          ]}
          actions={<PaperActions />}
        />
      </div>
      <RemittanceSheet {...data} />
    </>
  )
}
