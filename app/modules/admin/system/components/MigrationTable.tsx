import type { SystemState } from '~/platform/request/context'
import { type Column, DataTable } from '~/ui/DataTable'
import { Panel } from '~/ui/Panel'

type Database = NonNullable<SystemState['database']>
type Migration = Database['migrations'][number]

const COLUMNS: Column<Migration>[] = [
  { key: 'version', header: 'Number', cell: ({ version }) => version, phone: 'title' },
  {
    key: 'name',
    header: 'Name',
    grow: true,
    cell: ({ name }) => name?.replaceAll('_', ' ') ?? null,
  },
  {
    key: 'program',
    header: 'Applied by version',
    cell: ({ program }) => program ?? 'Supabase CLI',
    phone: 'amount',
  },
]

/** Lists the applied migrations, newest first. */
export function MigrationTable({ migrations }: Database) {
  return (
    <Panel title={`Applied migrations (${migrations.length})`} flush>
      <details>
        <summary className="cursor-pointer px-4 py-3 text-muted">
          Show the list, newest first
        </summary>
        <DataTable
          caption="Applied migrations"
          columns={COLUMNS}
          rows={migrations}
          rowKey={({ version }) => version}
          empty="No migration is applied."
        />
      </details>
    </Panel>
  )
}
