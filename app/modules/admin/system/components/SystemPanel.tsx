import { paths } from '~/paths'
import type { SystemState } from '~/platform/request/context'
import { LinkButton } from '~/ui/Button'
import { Details } from '~/ui/Details'
import { Panel } from '~/ui/Panel'
import { advicesOf } from '../advices'
import { ageText, migrationCount, spaceText } from '../texts'

/** Shows on the administrator's home how the installation is; the rest is on a screen of its own. */
export function SystemPanel({ system }: { system: SystemState }) {
  const { version, freeMiB, backups, at } = system
  const wrong = advicesOf(system).length
  const newest = backups?.[0]
  return (
    <Panel
      title="System"
      actions={
        <LinkButton to={paths.admin.system} size="sm">
          {wrong > 0 ? `${wrong} ${wrong === 1 ? 'warning' : 'warnings'}` : 'Details'}
        </LinkButton>
      }
    >
      <Details
        layout="rows"
        items={[
          ['Version', version],
          ['Migrations', migrationCount(system)],
          ['Free space', freeMiB === null ? null : spaceText(freeMiB)],
          ['Backup', newest && ageText(newest.made, at)],
        ]}
      />
    </Panel>
  )
}
