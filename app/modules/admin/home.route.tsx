import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requireAdmin } from '~/platform/access/guard.server'
import { LinkButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { ActivityList } from './components/ActivityList'
import { RoleTable } from './components/RoleTable'
import { listActivity, readOverview } from './queries.server'
import { SystemPanel } from './system/components/SystemPanel'
import { ADMIN_TIME_ZONE } from './time-zone'

export const meta: MetaFunction = () => [{ title: 'Home · Kalakal' }]

const NEWEST = 20

export async function loader({ context }: LoaderFunctionArgs) {
  const { db } = await requireAdmin(context)
  const [overview, activity, system] = await Promise.all([
    readOverview(db),
    listActivity(db, NEWEST),
    context.systemState(),
  ])
  return { ...overview, activity, system }
}

/** The landing page of the platform administrator: counts, latest activity, and links. */
export default function AdminHome() {
  const data = useLoaderData<typeof loader>()
  const { projects, people, roles, activity, system, to_repair: broken } = data
  return (
    <>
      <PageHeader
        title="Home"
        actions={
          <>
            <LinkButton to={paths.admin.addUser}>
              <Icon name="plus" />
              Add user
            </LinkButton>
            <LinkButton to={paths.admin.addProject} variant="primary">
              <Icon name="plus" />
              Add project
            </LinkButton>
          </>
        }
      />
      {broken.length > 0 ? (
        <Panel title="Settings to repair" className="mb-4">
          <p className="mb-2">
            These projects have an unknown time zone, currency or setting. Defaults are used until
            it is saved again.
          </p>
          <div className="flex flex-wrap gap-2">
            {broken.map(({ id, name }) => (
              <LinkButton key={id} to={paths.admin.projectSettings(id)}>
                {name}
              </LinkButton>
            ))}
          </div>
        </Panel>
      ) : null}
      <StatRow band>
        <Stat
          label="Active projects"
          value={projects.active}
          to={`${paths.admin.projects}?status=active`}
        />
        <Stat
          label="Inactive projects"
          value={projects.inactive}
          to={`${paths.admin.projects}?status=inactive`}
        />
        <Stat
          label="Removed projects"
          value={projects.removed}
          to={`${paths.admin.projects}?status=removed`}
        />
        <Stat
          label="Active users"
          value={people.active}
          to={`${paths.admin.users}?status=active`}
        />
        <Stat
          label="Inactive users"
          value={people.inactive}
          to={`${paths.admin.users}?status=inactive`}
        />
      </StatRow>
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_18rem]">
        <Panel title="Recent activity" flush>
          <ActivityList items={activity} timeZone={ADMIN_TIME_ZONE} />
        </Panel>
        <div className="grid gap-4">
          <SystemPanel system={system} />
          <Panel title="Active users by role" flush>
            <RoleTable roles={roles} />
          </Panel>
        </div>
      </div>
    </>
  )
}
