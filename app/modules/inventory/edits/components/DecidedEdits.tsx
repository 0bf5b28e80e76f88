import { paths } from '~/paths'
import { StageBadge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { Pager } from '~/ui/Pager'
import { EDIT_ITEMS } from '../items'
import type { Edit } from '../queries.server'
import { figureOf, itemLabel } from './EditChange'

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
  const who = (id: string | null) => (id && names[id]) || 'Former member'
  const day = (at: string | null) => <DateText value={at} timeZone={timeZone} />
  const columns: Column<Edit>[] = [
    { key: 'po', header: 'PO no.', phone: 'title', cell: (edit) => edit.poNo },
    { key: 'product', header: 'Product', grow: true, cell: (edit) => edit.description },
    { key: 'figure', header: 'Figure', cell: (edit) => itemLabel(edit.item) },
    { key: 'from', header: 'Old value', align: 'end', cell: (edit) => figureOf(edit, edit.from) },
    { key: 'to', header: 'New value', align: 'end', cell: (edit) => figureOf(edit, edit.to) },
    { key: 'reason', header: 'Reason', cell: (edit) => edit.reason },
    {
      key: 'asker',
      header: 'Requested by',
      optional: true,
      cell: (edit) => who(edit.requestedBy),
    },
    {
      key: 'asked',
      header: 'Requested on',
      optional: true,
      cell: (edit) => day(edit.requestedAt),
    },
    { key: 'status', header: 'Decision', cell: (edit) => <StageBadge stage={edit.status} /> },
    { key: 'decider', tablet: 'hide', header: 'By', cell: (edit) => who(edit.decidedBy) },
    { key: 'decided', header: 'Approved or rejected on', cell: (edit) => day(edit.decidedAt) },
    { key: 'note', tablet: 'hide', header: 'Remarks', cell: (edit) => edit.note ?? '–' },
  ]
  return (
    <>
      <FilterBar search="PO no. or reason" columns={columns}>
        <FilterSelect name="status" label="Decision" options={DECISIONS} />
        <FilterSelect name="item" label="Figure" options={EDIT_ITEMS} />
        <FilterPeriod what="Approved or rejected" />
      </FilterBar>
      <DataTable
        caption="Approved and rejected corrections"
        wide
        columns={columns}
        rows={decided.rows}
        count={decided.count}
        rowKey={(edit) => edit.id}
        rowLink={(edit) => paths.inventory.purchase(edit.purchaseId)}
        empty={
          <EmptyState line title={filtered ? 'No results' : 'No decisions yet'}>
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
