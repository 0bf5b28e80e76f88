import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { formatWeekdayDate, today } from '~/platform/dates'
import { requireUser, webMemberships } from '~/platform/guard.server'
import { DemoBanner } from './DemoBanner'
import { onlyKnown } from './known-paths.server'
import { menuOf } from './menu'
import { SideMenu } from './SideMenu'
import { TopBar } from './TopBar'
import { useRememberPlace } from './useRememberPlace'

export { afterActsOnly as shouldRevalidate } from '~/platform/revalidate'

const FALLBACK_ZONE = 'Asia/Manila'

export async function loader({ context }: LoaderFunctionArgs) {
  const { user, project } = await requireUser(context)
  return {
    name: user.displayName,
    email: user.email,
    role: user.isAdmin ? 'Administrator' : (project?.role ?? 'No project'),
    project: project && { id: project.projectId, name: project.projectName, logo: project.logoUri },
    projects: webMemberships(user).map(({ projectId, projectName }) => ({
      id: projectId,
      name: projectName,
    })),
    today: formatWeekdayDate(today(project?.timeZone ?? FALLBACK_ZONE)),
    menu: await onlyKnown(menuOf({ isAdmin: user.isAdmin, role: project?.role ?? null })),
    demo: context.demo,
  }
}

/** The frame of every signed-in screen: top bar with the day, side menu of the role. */
export default function Shell() {
  const data = useLoaderData<typeof loader>()
  useRememberPlace(data.menu)
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="sr-only z-50 rounded bg-surface p-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <aside className="hidden border-r border-line bg-sunken lg:block print:hidden">
        <div className="sticky top-0 flex h-dvh flex-col overflow-y-auto">
          <SideMenu menu={data.menu} />
        </div>
      </aside>
      <div className="min-w-0">
        <TopBar {...data} />
        {data.demo ? <DemoBanner /> : null}
        <main id="content" tabIndex={-1} className="mx-auto max-w-[100rem] p-4 outline-none lg:p-6">
          <Outlet />
        </main>
      </div>
    </div>
  )
}
