import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react'
import type { Destination } from '~/modules/navigation/destinations'
import { destinationsFor } from '~/modules/navigation/destinations.server'
import { matchOf } from '~/modules/navigation/match'
import { HIT_KINDS, HITS_IN_PALETTE, LONG, stateText } from '~/modules/search/hits'
import { type Found, searchDocuments } from '~/modules/search/queries.server'
import { paths } from '~/paths'
import { requireUser } from '~/platform/access/guard.server'
import { optionalClientLoader } from '~/platform/browser/optional-client-loader'
import { readSearchParams } from '~/platform/request/search-params'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { FilterBar } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'

export const meta: MetaFunction = () => [{ title: 'Search · Kalakal' }]

/**
 * Loads the page of results; `short=1` loads the few documents of each kind that the palette shows
 * below the screens, which it has already.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, user, project } = await requireUser(context)
  if (!project) throw redirect(paths.home)
  const searchParams = readSearchParams(request.url)
  const words = searchParams.text('q') ?? ''
  const short = searchParams.yes('short')
  const each = short ? HITS_IN_PALETTE : LONG
  return {
    words,
    screens: words && !short ? screensLike(words, destinationsFor(user, project).destinations) : [],
    hits: words ? await searchDocuments(db, project.projectId, words, each) : [],
    currency: project.currency,
  }
}

/** Returns the screens that match the words, the best match first. */
function screensLike(words: string, destinations: readonly Destination[]) {
  return destinations
    .map(({ label, to, section, words: further }) => ({
      label,
      to,
      section,
      match: matchOf(words, label, section, further),
    }))
    .filter(({ match }) => match > 0)
    .sort((a, b) => b.match - a.match)
    .map(({ match, ...screen }) => screen)
}

/**
 * The palette lies over a page that may have unsaved input, so its search must not interrupt that
 * page.
 */
export const clientLoader = (asked: ClientLoaderFunctionArgs) =>
  new URL(asked.request.url).searchParams.has('short')
    ? optionalClientLoader(asked)
    : asked.serverLoader()

/** Lists screens by name, and documents by number or name, out of all that the reader may open. */
export default function Search() {
  const { words, screens, hits, currency } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Search"
        crumbs={[{ label: 'Home', to: paths.home }]}
        description="Part of a document number or of a name, or the name of a screen."
      />
      <Panel flush>
        <FilterBar search="Name, or number of any document" />
        {screens.length > 0 ? (
          <nav aria-label="Screens" className="flex flex-wrap gap-2 px-3 py-2.5">
            {screens.map(({ label, to, section }) => (
              <LinkButton key={to} to={to} size="sm">
                {label}
                {section ? <span className="font-normal text-muted">{section}</span> : null}
              </LinkButton>
            ))}
          </nav>
        ) : null}
        <DataTable
          caption="Results"
          columns={columnsOf(currency)}
          rows={hits}
          rowKey={(hit) => `${hit.kind}${hit.id}`}
          rowLink={(hit) => hit.to}
          empty={
            words ? (
              <EmptyState title={`No documents for “${words}”`}>
                Try fewer digits of the number, or fewer letters of the name.
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
