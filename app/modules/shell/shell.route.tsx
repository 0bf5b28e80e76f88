import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData, useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { decides } from '~/modules/inbox/kinds'
import { logoAddress } from '~/modules/logos/address'
import type { Destination } from '~/modules/navigation/destinations'
import { destinationsFor } from '~/modules/navigation/destinations.server'
import { readListViews } from '~/modules/views/queries.server'
import { paths } from '~/paths'
import { requireUser, webMemberships } from '~/platform/access/guard.server'
import { roleLabel } from '~/platform/access/role-label'
import { rememberPlace, rememberSignIn } from '~/platform/browser/local-state'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import type { Identity, Membership } from '~/platform/request/context'
import { repairNotice } from '~/platform/request/to-repair'
import { formatWeekdayDate, today } from '~/platform/values/dates'
import { ClosedThroughProvider } from '~/ui/ClosedThrough'
import { ListViewsProvider } from '~/ui/ListViews'
import { TodayProvider } from '~/ui/Today'
import { VersionWatch } from '~/ui/VersionWatch'
import { ContentArea } from './ContentArea'
import { useCounts } from './CountLink'
import { MenuFrame } from './MenuFrame'
import { NEW_SAMPLE } from './new-sample'
import { PhoneBar } from './PhoneBar'
import { SideMenu } from './SideMenu'
import { TopBar } from './TopBar'

export { afterActsOnly as shouldRevalidate } from '~/platform/browser/revalidate'

const FALLBACK_ZONE = 'Asia/Manila'
const APPLE = /Mac|iPhone|iPad/

const DEMO = {
  text: 'Demo company: accounts with public passwords, made-up figures. Not for real business.',
}
const SAMPLE = {
  text: 'Sample company: made-up figures that you alone see. Nothing here touches your own company.',
  to: paths.ownProject.sample,
}

/** The projects of the switcher. Who manages people, and has no sample company yet, may add one there. */
function projectsOf(user: Identity, project: Membership | null) {
  const memberships = webMemberships(user)
  const own = memberships.map(({ projectId, projectName }) => ({
    id: projectId,
    name: projectName,
  }))
  const mayTry =
    project?.permissions.includes('people.write') && !memberships.some(({ sample }) => sample)
  return mayTry ? [...own, { id: NEW_SAMPLE, name: 'Sample company' }] : own
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, user, project } = await requireUser(context)
  return {
    views: project && {
      project: project.projectId,
      idempotencyKey: newIdempotencyKey(),
      lists: await readListViews({ db, user, project }),
    },
    name: user.displayName,
    email: user.email,
    role: user.isAdmin ? 'Administrator' : project ? roleLabel(project.role) : 'No project',
    project: project && { id: project.projectId, name: project.projectName },
    projects: projectsOf(user, project),
    closedThrough: project?.closedThrough ?? null,
    logo: logoAddress(project?.logos.logo_uri ?? null),
    printLogo: logoAddress(project?.logos.logo_uri1 ?? null),
    today: today(project?.timeZone ?? FALLBACK_ZONE),
    ...destinationsFor(user, project),
    decides: decides(project?.permissions ?? []),
    mac: APPLE.test(context.device),
    notice: project?.sample ? SAMPLE : context.demo ? DEMO : null,
    readOnly: context.readOnly,
    repair: repairNotice(project?.toRepair ?? []),
  }
}

/** Shows the frame of every signed-in screen: top bar with the day, and the role's side menu. */
export default function Shell() {
  const data = useLoaderData<typeof loader>()
  useRememberSignIn(data.logo, data.printLogo)
  useRememberPlace(data.destinations)
  const { count, unread } = useCounts(data.project !== null, data.destinations)
  const waiting = data.decides ? count : null
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-surface p-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <MenuFrame>
        <SideMenu menu={data.menu} logo={data.logo} company={data.project?.name} />
      </MenuFrame>
      <div className="min-w-0">
        <header className="print:hidden">
          <TopBar
            {...data}
            waiting={waiting}
            unread={data.project && unread}
            today={formatWeekdayDate(data.today)}
          />
          {data.notice ? <NoticeBanner {...data.notice} /> : null}
          {data.readOnly ? <ReadOnlyBanner /> : null}
          {data.repair ? <RepairBanner text={data.repair} /> : null}
        </header>
        <VersionWatch />
        <ClosedThroughProvider value={data.closedThrough}>
          <TodayProvider value={data.today}>
            <ListViewsProvider value={data.views}>
              <ContentArea />
            </ListViewsProvider>
          </TodayProvider>
        </ClosedThroughProvider>
      </div>
      <PhoneBar
        home={data.menu[0]?.to ?? paths.home}
        destinations={data.destinations}
        searches={data.project !== null}
        waiting={waiting}
      />
    </div>
  )
}

/** Tells that the disk of the server has no room, and that what is there can be read. */
function ReadOnlyBanner() {
  return (
    <p
      role="status"
      className="bg-danger-soft px-4 py-1.5 text-center text-xs font-medium text-danger print:hidden"
    >
      The server disk is nearly full: you can view everything, but nothing can be saved. Contact the
      server operator.
    </p>
  )
}

/** Tells which settings of the company are not known, and what stands in their place. */
function RepairBanner({ text }: { text: string }) {
  return (
    <p
      role="status"
      className="bg-danger-soft px-4 py-1.5 text-center text-xs font-medium text-danger print:hidden"
    >
      {text}
    </p>
  )
}

/** Tells that the figures here are fictitious. */
function NoticeBanner({ text, to }: { text: string; to?: string }) {
  return (
    <p className="bg-warn-soft px-4 py-1 text-center text-xs text-warn print:hidden">
      {text}
      {to ? (
        <Link to={to} className="ml-2 underline">
          Remove
        </Link>
      ) : null}
    </p>
  )
}

/**
 * Stores the last screen as `whatNav_`, where the next visit begins. A document is not stored, so
 * that the list it was opened from stays; nor is an empty form.
 */
function useRememberPlace(destinations: readonly Destination[]): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const here = destinations.find(({ to }) => to === pathname)
    if (here && here.group !== 'New') rememberPlace(here.section ?? here.label, pathname)
  }, [destinations, pathname])
}

/** Stores that someone is signed in, and the logos of the active project. */
function useRememberSignIn(logo: string | null, printLogo: string | null): void {
  useEffect(() => rememberSignIn(logo, printLogo), [logo, printLogo])
}
