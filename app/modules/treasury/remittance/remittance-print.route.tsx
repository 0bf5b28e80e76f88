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
    print: await paperCopies({ db, project }, 'remittance', [remittance.id]),
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

export const action = formAction({ permission: 'collections.read', ...countPrint('remittance') })

/** Prints a remittance, for collector and cashier to sign. */
export default function RemittancePrint() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { print } = data
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
          actions={<CountedPaperActions numbers={[id]} {...{ print, lastResult }} />}
        />
      </div>
      <RemittanceSheet {...data} copies={print.copies[id]} />
    </>
  )
}
