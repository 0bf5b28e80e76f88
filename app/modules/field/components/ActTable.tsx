import { paths } from '~/paths'
import type { Page } from '~/platform/db/keyset'
import { Badge } from '~/ui/Badge'
import { CellLink } from '~/ui/CellLink'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { Pager } from '~/ui/Pager'
import type { FieldTab } from '../filters'
import { ACT_STATES, actDocument, actKindLabel } from '../labels'
import type { ArrivedAct } from '../queries.server'

interface Props {
  page: Page<ArrivedAct>
  tab: FieldTab
  timeZone: string
}

/** Lists the acts that arrived, with the document that each made or the reason why it was refused. */
export function ActTable({ page, tab, timeZone }: Props) {
  return (
    <DataTable
      caption={CAPTIONS[tab]}
      rows={page.rows}
      rowKey={(row) => row.id}
      rowLink={(row) => paths.field.act(row.id)}
      tall
      columns={[
        {
          key: 'act',
          header: 'Act',
          phone: 'title',
          cell: (row) => (
            <>
              {actKindLabel(row.kind)} <span className="text-muted">no. {row.no}</span>
            </>
          ),
        },
        {
          key: 'received',
          header: 'Received',
          phone: 'line',
          cell: (row) => <DateText value={row.receivedAt} timeZone={timeZone} />,
        },
        {
          key: 'made',
          header: 'Made',
          phone: 'hide',
          cell: (row) => <DateText value={row.madeAt} timeZone={timeZone} />,
        },
        { key: 'person', header: 'Person', phone: 'show', cell: (row) => row.person },
        { key: 'phone', header: 'Phone', phone: 'hide', cell: (row) => row.phone },
        { key: 'customer', header: 'Customer', phone: 'line', cell: (row) => row.customer },
        {
          key: 'state',
          header: 'Status',
          phone: 'amount',
          cell: (row) => (
            <Badge tone={ACT_STATES[row.state]?.tone}>{ACT_STATES[row.state]?.label}</Badge>
          ),
        },
        {
          key: 'result',
          header: 'Document or reason',
          phone: 'line',
          className: 'w-full! whitespace-normal!',
          cell: (row) => <Result act={row} />,
        },
      ]}
      empty={<EmptyState title={EMPTY[tab][0]}>{EMPTY[tab][1]}</EmptyState>}
      footer={<Pager newer={page.newer} older={page.older} />}
    />
  )
}

const CAPTIONS: Record<FieldTab, string> = {
  phones: 'Phones',
  waiting: 'Acts to decide',
  acts: 'Acts that arrived',
  refused: 'Rejected acts',
}

const EMPTY: Record<FieldTab, [title: string, text: string]> = {
  phones: ['No phones', ''],
  waiting: ['Nothing to decide', 'Remittances, late acts and acts from files wait here.'],
  acts: [
    'No acts',
    'Bookings and other acts of people in the field are listed here when they arrive.',
  ],
  refused: [
    'No rejected acts',
    'What the office refuses is listed here until the person corrects or withdraws it on the phone.',
  ],
}

function Result({ act }: { act: ArrivedAct }) {
  const to = act.documentId ? actDocument(act.kind, act.documentId) : undefined
  const text = act.state === 'accepted' ? act.documentNo : act.message
  return (
    <>
      {to ? <CellLink to={to}>{text ?? 'Open'}</CellLink> : text}
      {act.tries > 1 ? (
        <span className="ml-1.5 text-xs text-muted">sent {act.tries} times</span>
      ) : null}
    </>
  )
}
