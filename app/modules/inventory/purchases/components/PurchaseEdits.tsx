import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { StageBadge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { DateText } from '~/ui/Figures'
import { EditChange } from '../../edits/components/EditChange'
import type { Edit } from '../../edits/queries.server'

interface Props {
  edits: Edit[]
  names: Record<string, string>
  timeZone: string
}

/** Lists the corrections of this record, pending or decided, with the figure before and after. */
export function PurchaseEdits({ edits, names, timeZone }: Props) {
  const columns: Column<Edit>[] = [
    {
      key: 'product',
      header: 'Product',
      phone: 'title',
      cell: (edit) => edit.description,
    },
    {
      key: 'change',
      header: 'Correction',
      className: 'sm:max-w-none',
      cell: (edit) => <EditChange edit={edit} />,
    },
    { key: 'reason', header: 'Reason', grow: true, cell: (edit) => edit.reason },
    {
      key: 'asked',
      header: 'Requested',
      cell: (edit) => (
        <>
          {names[edit.requestedBy] ?? 'Former member'}
          <span className="block text-xs text-muted">
            <DateText value={edit.requestedAt} timeZone={timeZone} />
          </span>
        </>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: (edit) => (
        <>
          {edit.status === 'pending' ? (
            <Link to={paths.inventory.edits}>
              <StageBadge stage={edit.status} />
            </Link>
          ) : (
            <StageBadge stage={edit.status} />
          )}
          {edit.decidedBy ? (
            <span className="block text-xs text-muted">
              {names[edit.decidedBy] ?? 'Former member'}
              {edit.note ? `: ${edit.note}` : ''}
            </span>
          ) : null}
        </>
      ),
    },
  ]
  return (
    <DataTable
      caption="Corrections"
      columns={columns}
      rows={edits}
      rowKey={(edit) => edit.id}
      empty={null}
    />
  )
}
