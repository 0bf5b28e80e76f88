import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { Badge, type Tone } from '~/ui/Badge'
import { DataTable } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import type { ChequeEvent } from '../history'

const EVENTS: Record<string, [label: string, tone: Tone]> = {
  deposited: ['Deposited', 'info'],
  cleared: ['Cleared', 'ok'],
  returned: ['Returned', 'danger'],
  replaced: ['Replaced', 'neutral'],
}

/** Lists the events of a cheque after its receipt, with the effect of each. */
export function ChequeHistory({ history, currency }: { history: ChequeEvent[]; currency: string }) {
  if (history.length === 0) return null
  return (
    <Panel title="Cheque" flush>
      <DataTable
        caption="Cheque history"
        rows={history}
        rowKey={(row) => String(row.id)}
        columns={[
          { key: 'on', header: 'Date', cell: (row) => <DateText value={row.on} /> },
          {
            key: 'event',
            header: 'Action',
            cell: (row) => {
              const [label, tone] = EVENTS[row.event] ?? [row.event, 'neutral']
              return <Badge tone={tone}>{label}</Badge>
            },
          },
          {
            key: 'note',
            header: 'Remarks',
            className: 'w-full',
            cell: (row) =>
              row.replacedBy ? (
                <Link
                  to={paths.treasury.collection(row.replacedBy)}
                  className="text-accent hover:underline"
                >
                  Replacement receipt
                </Link>
              ) : (
                row.note
              ),
          },
          {
            key: 'effect',
            header: `Posted (${currency})`,
            align: 'end',
            cell: (row) => (row.effect === '0.00' ? '–' : <Money value={row.effect} />),
          },
        ]}
        empty={null}
      />
    </Panel>
  )
}
