import type { KeptBackup } from '~/platform/request/context'
import { formatMoment } from '~/platform/values/moments'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Panel } from '~/ui/Panel'
import { ageText, sizeText } from '../texts'

interface Props {
  backups: readonly KeptBackup[]
  at: string
  timeZone: string
}

/** Lists the backups that the server knows of. */
export function BackupTable({ backups, at, timeZone }: Props) {
  const columns: Column<KeptBackup>[] = [
    {
      key: 'made',
      header: 'Made',
      cell: ({ made }) => formatMoment(made, timeZone),
      phone: 'title',
    },
    { key: 'age', header: 'Age', cell: ({ made }) => ageText(made, at) },
    { key: 'version', header: 'By version', cell: ({ version }) => version ?? 'cannot be read' },
    {
      key: 'size',
      header: 'Size',
      align: 'end',
      cell: ({ bytes }) => sizeText(bytes) ?? 'gone',
      phone: 'amount',
    },
    { key: 'path', header: 'Folder', grow: true, cell: ({ path }) => path, phone: 'show' },
  ]
  return (
    <Panel title="Backups" flush>
      <DataTable
        caption="Backups"
        columns={columns}
        rows={backups}
        rowKey={({ path }) => path}
        empty={
          <EmptyState line title="No backup yet">
            Run npm run backup every day.
          </EmptyState>
        }
        tall
      />
    </Panel>
  )
}
