import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { lazy, Suspense } from 'react'
import { decideInPlace, readInbox } from '~/modules/inbox/inbox.server'
import { DECIDERS, decides } from '~/modules/inbox/kinds'
import { NAV_ITEMS, opens } from '~/modules/navigation/nav-items'
import { entersDocument } from '~/modules/navigation/place'
import { SUB_NAV_ITEMS } from '~/modules/navigation/sub-nav-items'
import { paths } from '~/paths'
import { requirePermission, requireUser } from '~/platform/access/guard.server'
import { roleLabel } from '~/platform/access/role-label'
import { LinkButton } from '~/ui/Button'
import { cx } from '~/ui/classes'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { readCompanyDay } from './company-day.server'
import { DayList } from './components/DayList'
import * as newCompany from './components/FirstSteps'
import * as managers from './components/ManagerDay'
import { MonthFigures } from './components/MonthFigures'
import { Receivables } from './components/Receivables'
import { RecentDocuments } from './components/RecentDocuments'
import { readHomeDay } from './day.server'

export const meta: MetaFunction = () => [{ title: 'Home · Kalakal' }]

/** The part of managers is loaded by them alone: its forms weigh more than all the rest of Home. The server has it at once. */
const ManagerDay = import.meta.env.SSR
  ? managers.ManagerDay
  : lazy(async () => ({ default: (await import('./components/ManagerDay')).ManagerDay }))

/** Few see it: those of a new company. */
const FirstSteps = import.meta.env.SSR
  ? newCompany.FirstSteps
  : lazy(async () => ({ default: (await import('./components/FirstSteps')).FirstSteps }))

/** The number of documents that can be decided on Home. */
const APPROVALS = 4
/** Home has no pages: its documents are the oldest. */
const FIRST_PAGE = 'http://home/'

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, user, project } = await requireUser(context)
  if (user.isAdmin && !project) throw redirect(paths.admin.home)
  const { projectId, permissions = [] } = project ?? {}
  const leads = permissions.includes('portal.gm') || permissions.includes('portal.ase')
  const [day, overview, inbox] = await Promise.all([
    projectId ? readHomeDay(db, projectId) : null,
    project && leads ? readCompanyDay(db, project) : null,
    project && leads && decides(permissions)
      ? readInbox({ db, project }, FIRST_PAGE, APPROVALS, { kind: null, mine: false })
      : null,
  ])
  return {
    name: user.displayName,
    role: project?.role ?? null,
    title: project?.title || project?.projectName || '',
    opensAny: NAV_ITEMS.some((item) => opens(item, permissions)),
    begin: SUB_NAV_ITEMS.filter((item) => entersDocument(item) && opens(item, permissions)).map(
      ({ label, to }) => ({ label, to }),
    ),
    day,
    overview,
    inbox,
    permissions: day?.first_steps ? permissions : [],
    opensCustomers: permissions.includes('customers.read'),
    currency: project?.currency ?? '',
    timeZone: project?.timeZone ?? '',
  }
}

/** The decision checks the permission of its kind itself. */
export async function action(args: ActionFunctionArgs) {
  await requirePermission(args.context, ...DECIDERS)
  return decideInPlace(args)
}

/** The landing page of project users: the day, with what waits for the person. The menu leads to the screens. */
export default function Home() {
  const { name, role, title, opensAny, begin, day, overview, inbox, ...rest } =
    useLoaderData<typeof loader>()
  const { permissions, opensCustomers, currency, timeZone } = rest
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title={`Welcome, ${name}`}
        description={
          role ? <span className="block">{`${roleLabel(role)} at ${title}`}</span> : undefined
        }
      />
      {day?.first_steps ? (
        <Suspense>
          <FirstSteps done={day.first_steps} permissions={permissions} />
        </Suspense>
      ) : null}
      {begin.length > 0 ? (
        <nav aria-label="New" className="mb-4 flex flex-wrap gap-2">
          {begin.map(({ label, to }) => (
            <LinkButton key={to} to={to} size="sm">
              {label}
            </LinkButton>
          ))}
        </nav>
      ) : null}
      {day && overview ? (
        <Suspense>
          <ManagerDay {...{ day, overview, inbox, answer, opensCustomers, currency, timeZone }} />
        </Suspense>
      ) : day ? (
        <div
          className={cx(
            'mb-5 grid grid-cols-1 items-start gap-4',
            day.recent.length > 0 && 'xl:grid-cols-[minmax(0,1fr)_20rem]',
          )}
        >
          <div className="grid min-w-0 grid-cols-1 gap-4">
            <DayList {...day} {...{ currency, timeZone }} />
            <div>
              <MonthFigures {...day} currency={currency} />
              {day.receivables ? <Receivables {...day.receivables} currency={currency} /> : null}
            </div>
          </div>
          <RecentDocuments recent={day.recent} timeZone={timeZone} />
        </div>
      ) : null}
      {opensAny ? null : (
        <Panel flush>
          <EmptyState line title="No screens available">
            Your role has no permissions yet. Contact your administrator.
          </EmptyState>
        </Panel>
      )}
    </>
  )
}
