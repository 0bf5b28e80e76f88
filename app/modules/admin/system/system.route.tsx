import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requireAdmin } from '~/platform/access/guard.server'
import { LinkButton } from '~/ui/Button'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { ADMIN_TIME_ZONE } from '../time-zone'
import { advicesOf } from './advices'
import { BackupTable } from './components/BackupTable'
import { MigrationTable } from './components/MigrationTable'
import { SystemFacts } from './components/SystemFacts'

export const meta: MetaFunction = () => [{ title: 'System · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  await requireAdmin(context)
  return await context.systemState()
}

/** Shows the administrator the installation: what is wrong and what to do, version, database, backups, space and mails. */
export default function AdminSystem() {
  const system = useLoaderData<typeof loader>()
  const advices = advicesOf(system)
  return (
    <>
      <PageHeader
        title="System"
        actions={<LinkButton to={paths.admin.home}>Administration</LinkButton>}
      />
      <div className="grid gap-4">
        <Panel title={advices.length === 0 ? 'No warnings' : 'Warnings'}>
          {advices.length === 0 ? (
            <p className="text-muted">
              The database responds, its migrations are applied, there is a backup of today or
              yesterday, free disk space, and a mail server.
            </p>
          ) : (
            <ul className="flex flex-col gap-3">
              {advices.map(({ what, todo }) => (
                <li key={what} className="break-words">
                  <p className="font-medium">{what}</p>
                  <p className="text-muted">{todo}</p>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        <SystemFacts system={system} />
        {system.backups ? (
          <BackupTable backups={system.backups} at={system.at} timeZone={ADMIN_TIME_ZONE} />
        ) : null}
        {system.database ? <MigrationTable {...system.database} /> : null}
      </div>
    </>
  )
}
