import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { LinkButton } from '~/ui/Button'
import { ErrorBanner, sentencesOf } from '~/ui/ErrorBanner'
import { PageHeader } from '~/ui/PageHeader'
import { InboxList } from './components/InboxList'
import { InboxTabs } from './components/InboxTabs'
import { decideInPlace, readInbox } from './inbox.server'
import { DECIDERS, inboxAt, kindOf } from './kinds'
import { readInboxFilters, readWaiting } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Inbox · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(
    context,
    'bookings.validate',
    'bookings.override',
    'customers.decide',
    'collections.decide',
    'vouchers.approve',
    'product_edits.decide',
    'memos.approve',
    'counts.decide',
    'warehouse.decide',
  )
  const filters = readInboxFilters(request.url)
  const [page, waiting] = await Promise.all([
    readInbox({ db, project }, request.url, 20, filters),
    readWaiting(db, project.projectId),
  ])
  // The last document of a page was decided, so the list goes back to its first page.
  if (page.rows.length === 0 && page.paged) {
    throw redirect(filters.mine ? `${paths.inbox.list}?mine=1` : inboxAt(filters.kind ?? undefined))
  }
  return { ...page, waiting }
}

/** The decision checks the permission of its kind itself. */
export async function action(args: ActionFunctionArgs) {
  await requirePermission(args.context, ...DECIDERS)
  return decideInPlace(args)
}

/** Lists everything that the user may decide, in all modules, with the effect of an approval. */
export default function Inbox() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { rows, kind, mine, waiting, permissions } = data
  const many = kind ? kindOf(kind).many : undefined
  const orphaned = !rows.some(({ id }) => id === answer?.lastResult.initialValue?.id)
  return (
    <>
      <PageHeader
        tabs={<InboxTabs waiting={waiting} kind={kind} mine={mine} permissions={permissions} />}
        title="Inbox"
        crumbs={[{ label: 'Home', to: paths.home }]}
        description="Pending your approval, oldest first. Each item is rechecked on approval."
        actions={many ? <LinkButton to={many.to}>{many.label}</LinkButton> : null}
      />
      {/* Another user has decided the document: it has left the list, and only the error
          remains to show. */}
      <ErrorBanner errors={orphaned ? sentencesOf(answer?.lastResult) : null} />
      <InboxList {...data} answer={answer} />
    </>
  )
}
