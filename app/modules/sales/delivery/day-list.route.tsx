import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { BY_ROW_KEY, readKeyset } from '~/platform/db/keyset'
import { today } from '~/platform/values/dates'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PaperActions } from '~/ui/PaperChoice'
import { PaperSheets } from '~/ui/PaperSheet'
import { queryOf, readDeliveryFilters } from './filters'
import { manifestPapers } from './manifest-paper.server'
import { readDayList } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Delivery manifest · Kalakal' }]

/** The most bookings that one print takes; the list says when there are more. */
const SIZE = 999

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.deliver')
  const { projectId } = project
  const day = today(project.timeZone)
  const filters = readDeliveryFilters(request.url, day)
  const keyset = readKeyset(request.url, { ...BY_ROW_KEY, size: SIZE })
  const [{ rows: deliveries, sums }, letterhead] = await Promise.all([
    readDayList(db, projectId, filters, keyset),
    readLetterhead(db, project),
  ])
  const { currency } = project
  const on = filters.on ?? day
  const done = filters.on !== undefined
  const { groups, bookings } = sums
  const sheets = manifestPapers({ deliveries, groups, done, day: on, letterhead, currency })
  return {
    filters,
    done,
    shown: deliveries.length,
    bookings,
    papers: { file: `Delivery manifest ${on}`, sheets },
  }
}

/** Prints the delivery manifest: a sheet for each agent, by area, with space to sign. */
export default function DayList() {
  const { filters, done, shown, bookings, papers } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Delivery manifest"
          crumbs={[{ label: 'Delivery', to: `${paths.sales.delivery}?${queryOf(filters)}` }]}
          description={
            shown < bookings
              ? `The first ${shown} of ${bookings}: choose an agent for the rest.`
              : null
          }
          actions={<PaperActions />}
        />
      </div>
      {papers.sheets.length === 0 ? (
        <Panel>
          <EmptyState title={done ? 'No deliveries' : 'No open deliveries'} />
        </Panel>
      ) : null}
      <PaperSheets papers={papers} />
    </>
  )
}
