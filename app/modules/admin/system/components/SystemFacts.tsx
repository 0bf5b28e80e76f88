import type { SystemState } from '~/platform/request/context'
import { Details } from '~/ui/Details'
import { Panel } from '~/ui/Panel'
import { BACKENDS, migrationCount, sizeText, spaceText } from '../texts'

/** Shows version, database, space and mails. */
export function SystemFacts({ system }: { system: SystemState }) {
  const { version, commit, node, backend, database, folder, freeMiB, mailServer, keptMails } =
    system
  const mails =
    backend === 'supabase'
      ? 'Sent by Supabase'
      : mailServer
        ? `Sent by ${mailServer}`
        : `Stored in the outbox (${keptMails})`
  return (
    <Panel title="Installation">
      <Details
        items={[
          ['Version', version],
          ['Built from commit', commit],
          ['Node', node],
          [
            'Database',
            [BACKENDS[backend], database?.version && `PostgreSQL ${database.version}`]
              .filter(Boolean)
              .join(', '),
          ],
          ['Size of the database', database && sizeText(database.bytes)],
          ['Migrations', migrationCount(system)],
          ['Newest migration', database?.migrations[0]?.version],
          ['Data folder', folder],
          ['Free space', freeMiB === null ? null : spaceText(freeMiB)],
          ['E-mails', mails],
        ]}
      />
    </Panel>
  )
}
