import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requireUser } from '~/platform/access/guard.server'
import { optionalClientLoader } from '~/platform/browser/optional-client-loader'
import { readSearchParams } from '~/platform/request/search-params'
import { StageBadge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { FilterBar } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { HIT_KINDS, LONG, SHORT, stateText } from './hits'
import { type Found, searchDocuments } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Search · Kalakal' }]

/** Loads the page of results; `short=1` loads the few of each kind that the palette shows. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requireUser(context)
  if (!project) throw redirect(paths.home)
  const searchParams = readSearchParams(request.url)
  const words = searchParams.text('q') ?? ''
  const each = searchParams.yes('short') ? SHORT : LONG
  return {
    words,
    hits: words ? await searchDocuments(db, project.projectId, words, each) : [],
    currency: project.currency,
  }
}

/**
 * The palette lies over a page that may have unsaved input, so its search must not interrupt that
 * page.
 */
export const clientLoader = (asked: ClientLoaderFunctionArgs) =>
  new URL(asked.request.url).searchParams.has('short')
    ? optionalClientLoader(asked)
    : asked.serverLoader()

/** Lists documents by number or name, out of all that the reader may read. */
export default function Search() {
  const { words, hits, currency } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Search"
        crumbs={[{ label: 'Home', to: paths.home }]}
        description="Start or end of a document number, or part of a name."
      />
      <Panel flush>
        <FilterBar search="Customer, product or any document's number" />
        <DataTable
          caption="Results"
          columns={columnsOf(currency)}
          rows={hits}
          rowKey={(hit) => `${hit.kind}${hit.id}`}
          rowLink={(hit) => hit.to}
          empty={
            words ? (
              <EmptyState title={`No results for “${words}”`}>
                Try the last digits of the number, or fewer letters of the name.
              </EmptyState>
            ) : (
              <EmptyState title="Search all records">
                Type a name, or an SO, invoice, CR, cheque, PO or voucher number.
              </EmptyState>
            )
          }
        />
      </Panel>
    </>
  )
}

function columnsOf(currency: string): Column<Found>[] {
  return [
    { key: 'label', header: 'Document', cell: (hit) => hit.label, phone: 'title' },
    { key: 'kind', header: 'Type', cell: (hit) => HIT_KINDS[hit.kind].one },
    { key: 'detail', header: 'Details', cell: (hit) => hit.detail ?? '–' },
    { key: 'date', header: 'Date', cell: ({ date }) => (date ? <DateText value={date} /> : null) },
    {
      key: 'state',
      header: 'Status',
      cell: (hit) => <StageBadge stage={stateText(hit.state)} />,
    },
    {
      key: 'amount',
      header: `Amount (${currency})`,
      align: 'end',
      cell: ({ amount }) => (amount === null ? null : <Money value={amount} />),
    },
  ]
}
