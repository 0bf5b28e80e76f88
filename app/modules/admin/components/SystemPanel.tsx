import type { SystemState } from '~/platform/request/context'
import { formatMoment } from '~/platform/values/moments'
import { Details } from '~/ui/Details'
import { Panel } from '~/ui/Panel'

const BACKENDS = {
  embedded: 'Embedded',
  postgres: 'PostgreSQL',
  supabase: 'Supabase',
} satisfies Record<SystemState['backend'], string>

interface Props {
  system: SystemState
  timeZone: string
}

/** Shows version, migrations, backups and free space of the installation. */
export function SystemPanel({ system, timeZone }: Props) {
  const { version, backend, migrations, freeMiB, backups } = system
  return (
    <Panel title="System">
      <Details
        layout="rows"
        items={[
          ['Version', version],
          ['Database', BACKENDS[backend]],
          ['Migrations', migrations ? migrationText(migrations) : 'See Supabase'],
          ['Free space', freeMiB === null ? null : spaceText(freeMiB)],
        ]}
      />
      <h3 className="mt-3 font-medium">Backups</h3>
      {backups ? (
        <Backups backups={backups} timeZone={timeZone} />
      ) : (
        <p className="mt-1 text-muted">Made on the database host.</p>
      )}
    </Panel>
  )
}

function Backups(props: { backups: NonNullable<SystemState['backups']>; timeZone: string }) {
  const { backups, timeZone } = props
  if (backups.length === 0)
    return <p className="mt-1 text-muted">No backup yet. Run npm run backup every day.</p>
  return (
    <ul className="mt-1 flex flex-col gap-1.5">
      {backups.map(({ made, version, path }) => (
        <li key={path}>
          <span className="figures">{formatMoment(made, timeZone)}</span>
          <span className="text-muted">
            {version ? `, version ${version}` : ', cannot be read'}
          </span>
          <span className="block break-all text-xs text-muted">{path}</span>
        </li>
      ))}
    </ul>
  )
}

function migrationText({ applied, latest, pending }: NonNullable<SystemState['migrations']>) {
  return pending > 0 ? `${applied}, ${pending} pending` : `${applied}, newest ${latest}`
}

const MIB_PER_GIB = 1024

/** Writes free space in GiB from one GiB on, else in MiB. */
function spaceText(freeMiB: number): string {
  return freeMiB >= MIB_PER_GIB ? `${Math.floor(freeMiB / MIB_PER_GIB)} GiB` : `${freeMiB} MiB`
}
