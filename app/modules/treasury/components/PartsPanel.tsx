import { paths } from '~/paths'
import type { Money as Amount } from '~/platform/values/money'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { receivedTabAt } from '../cheques/tabs'
import { PaidBy } from './PaidBy'

interface Part {
  id: string
  no: number
  type: string
  amount: Amount
  cheque: { bank: string; no: string; date: string; state: string } | null
  reference: string | null
  paidBack: boolean
}

interface Props {
  /** The part whose page this is. */
  id: string
  status: string
  parts: Part[]
  total: Amount
  currency: string
  /** True when the reader moves cheques. */
  mayMove: boolean
}

/** Lists the parts of a receipt of several, each with its own state and acts. */
export function PartsPanel({ id, status, parts, total, currency, mayMove }: Props) {
  if (parts.length === 1) return null
  const columns: Column<Part>[] = [
    {
      key: 'no',
      header: 'Payment',
      cell: (part) => (part.id === id ? <strong>{part.no} (current)</strong> : part.no),
      total: 'Receipt',
    },
    { key: 'type', header: 'Type', cell: PaidBy, className: 'sm:min-w-40' },
    { key: 'reference', header: 'Reference no.', cell: (part) => part.reference ?? '–' },
    {
      key: 'state',
      header: 'Status',
      cell: (part) => <StageBadge stage={stateOf(part, status)} />,
    },
    {
      key: 'amount',
      header: `Amount (${currency})`,
      align: 'end',
      cell: (part) => <Money value={part.amount} />,
      total: <Money value={total} />,
    },
    ...(mayMove && status === 'approved'
      ? [{ key: 'acts', header: 'Next', cell: (part: Part) => <Next part={part} /> }]
      : []),
  ]
  return (
    <Panel title="Payments on this receipt" flush>
      <DataTable
        caption="Payments on this receipt"
        columns={columns}
        rows={parts}
        rowKey={(part) => part.id}
        rowLink={(part) => paths.treasury.collection(part.id)}
        empty={null}
      />
    </Panel>
  )
}

/** Returns what became of a part; the receipt's own state while nothing did. */
function stateOf({ cheque, paidBack }: Part, status: string): string {
  if (paidBack) return 'paid back'
  return status === 'approved' && cheque ? cheque.state.replace('_', ' ') : status
}

function Next({ part: { id, cheque, paidBack } }: { part: Part }) {
  if (!cheque || paidBack || cheque.state === 'replaced') return '–'
  const tab = TAB_OF[cheque.state]
  // The acts lie above the link of the row.
  return (
    <span className="relative flex flex-wrap gap-2">
      {tab ? (
        <LinkButton to={receivedTabAt(tab.tab)} size="sm">
          {tab.act}
        </LinkButton>
      ) : null}
      {cheque.state === 'on_hand' || cheque.state === 'returned' ? (
        <LinkButton to={paths.treasury.replaceCheque(id)} size="sm">
          Replace
        </LinkButton>
      ) : null}
    </span>
  )
}

/** Tab and action by which a cheque is moved on, by its state. */
const TAB_OF: Record<
  string,
  { tab: Parameters<typeof receivedTabAt>[0]; act: string } | undefined
> = {
  on_hand: { tab: 'due', act: 'Deposit' },
  returned: { tab: 'returned', act: 'Deposit again' },
  deposited: { tab: 'deposited', act: 'Clear or return' },
  cleared: { tab: 'cleared', act: 'Return' },
}
