import { paths } from '~/paths'
import { StageBadge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { FilterBar, FilterDate, FilterSelect } from '~/ui/FilterBar'
import { Pager } from '~/ui/Pager'
import { EDIT_ITEMS } from '../items'
import type { Edit } from '../queries.server'
import { EditChange } from './EditChange'

interface Props {
  decided: { rows: Edit[]; count: number; newer: string | null; older: string | null }
  filtered: boolean
  names: Record<string, string>
  timeZone: string
}

const DECISIONS = [
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
]

/** Lists decided requests with both versions of each figure, the user who decided and the note. */
export function DecidedEdits({ decided, filtered, names, timeZone }: Props) {
  const who = (id: string | null, at: string | null) => (
    <>
      {(id && names[id]) || 'Former member'}
      <span className="block text-xs text-muted">
        <DateText value={at} timeZone={timeZone} />
      </span>
    </>
  )
  const columns: Column<Edit>[] = [
    { key: 'po', header: 'PO no.', phone: 'title', cell: (edit) => edit.poNo },
    { key: 'product', header: 'Product', cell: (edit) => edit.description },
    { key: 'change', header: 'Correction', cell: (edit) => <EditChange edit={edit} /> },
    { key: 'reason', header: 'Reason', cell: (edit) => edit.reason },
    { key: 'asked', header: 'Requested', cell: (edit) => who(edit.requestedBy, edit.requestedAt) },
    { key: 'status', header: 'Decision', cell: (edit) => <StageBadge stage={edit.status} /> },
    {
      key: 'decided',
      header: 'Approved or rejected on',
      cell: (edit) => who(edit.decidedBy, edit.decidedAt),
    },
    { key: 'note', header: 'Remarks', cell: (edit) => edit.note ?? '–' },
  ]
  return (
    <>
      <FilterBar search="PO no. or reason">
        <FilterSelect name="status" label="Decision" options={DECISIONS} />
        <FilterSelect name="item" label="Figure" options={EDIT_ITEMS} />
        <FilterDate name="from" label="Approved or rejected from" />
        <FilterDate name="to" label="Approved or rejected to" />
      </FilterBar>
      <DataTable
        caption="Approved and rejected corrections"
        columns={columns}
        rows={decided.rows}
        count={decided.count}
        rowKey={(edit) => edit.id}
        rowLink={(edit) => paths.inventory.purchase(edit.purchaseId)}
        empty={
          <EmptyState title={filtered ? 'No results' : 'No decisions yet'}>
            {filtered
              ? 'Try a shorter word, or clear the filters.'
              : 'Approved and rejected corrections are listed here with old and new values.'}
          </EmptyState>
        }
        footer={<Pager newer={decided.newer} older={decided.older} />}
      />
    </>
  )
}
