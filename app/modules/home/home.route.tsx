import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { decides } from '~/modules/inbox/kinds'
import { readWaiting } from '~/modules/inbox/queries.server'
import { NAV_ITEMS, opens } from '~/modules/navigation/nav-items'
import { readReceivables } from '~/modules/receivables/figures.server'
import { paths } from '~/paths'
import { requireUser } from '~/platform/access/guard.server'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { NavCards } from './components/NavCards'
import { Receivables } from './components/Receivables'
import { WaitingCards } from './components/WaitingCards'
import { readWork, type Work } from './work.server'

export const meta: MetaFunction = () => [{ title: 'Home · Kalakal' }]

const NOTHING: Work[] = []

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, user, project } = await requireUser(context)
  if (user.isAdmin && !project) throw redirect(paths.admin.home)
  const { projectId, permissions = [] } = project ?? {}
  const items = NAV_ITEMS.filter((item) => opens(item, permissions))
  const [receivables, waiting, work] = await Promise.all([
    projectId && permissions.includes('reports.ar') ? readReceivables(db, projectId) : null,
    projectId && decides(permissions) ? readWaiting(db, projectId) : null,
    projectId ? readWork(db, projectId) : NOTHING,
  ])
  return {
    name: user.displayName,
    role: project?.role ?? null,
    title: project?.title || project?.projectName || '',
    items,
    receivables,
    waiting,
    work,
    currency: project?.currency ?? '',
    timeZone: project?.timeZone ?? '',
  }
}

/**
 * The landing page of project users: pending approvals, due work, and links to the screens of the
 * role.
 */
export default function Home() {
  const { name, role, title, items, receivables, ...waiting } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={`Welcome, ${name}`}
        description={
          role ? (
            <span className="block first-letter:uppercase">{`${role} at ${title}`}</span>
          ) : undefined
        }
      />
      <WaitingCards {...waiting} />
      {receivables ? <Receivables {...receivables} currency={waiting.currency} /> : null}
      {items.length === 0 ? (
        <Panel>
          <EmptyState title="Nothing here yet">
            No screen is open to your role. Ask your administrator.
          </EmptyState>
        </Panel>
      ) : null}
      <NavCards items={items} />
    </>
  )
}
