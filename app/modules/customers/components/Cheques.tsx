import { paths } from '~/paths'
import type { Money as Amount } from '~/platform/values/money'
import { type Column, DataTable } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import type { UnclearedCheque } from '../document.server'

const STATES: Record<string, string> = { on_hand: 'On hand', deposited: 'Deposited' }

interface Props {
  cheques: readonly UnclearedCheque[]
  /** The total of all uncleared cheques in the customer's position. */
  total: Amount
}

/** Lists the cheques that count as exposure; shows nothing when there are none. */
export function ChequesPanel({ cheques, total }: Props) {
  if (cheques.length === 0) return null
  const columns: Column<UnclearedCheque>[] = [
    { key: 'no', header: 'Cheque no.', cell: (row) => row.chequeNo ?? '–' },
    { key: 'bank', header: 'Bank', cell: (row) => row.bank ?? '–' },
    { key: 'date', header: 'Date', cell: (row) => <DateText value={row.chequeDate} /> },
    { key: 'state', header: 'Status', cell: (row) => STATES[row.state] ?? row.state },
    { key: 'cr', header: 'CR no.', cell: (row) => row.crNo },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      cell: (row) => <Money value={row.amount} />,
      total: <Money value={total} />,
    },
  ]
  return (
    <Panel title="Uncleared cheques" flush>
      <DataTable
        caption="Uncleared cheques"
        columns={columns}
        rows={cheques}
        rowKey={(row) => row.id}
        rowLink={(row) => paths.treasury.collection(row.id)}
        empty={null}
      />
    </Panel>
  )
}
