import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { changeFrom } from '~/platform/values/percent'
import { Badge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import type { Buyer } from '../sales.server'

interface Props {
  title: string
  buyers: readonly Buyer[]
  /** Headings of the amounts of the period and of the period before. */
  now: string
  before: string
  /** The address of the report with all customers. */
  to: string
  empty: { title: string; text: string }
  /** A link to a related list. */
  actions?: ReactNode
  /** True when the reader may open customers. */
  mayOpen: boolean
}

/** Shows ten customers by purchases, beside those of the period before. */
export function BuyersPanel(props: Props) {
  const { title, buyers, now, before, to, empty, actions, mayOpen } = props
  return (
    // A phone shows the first three.
    <Panel
      flush
      title={title}
      actions={actions}
      className="max-sm:[&_tbody>tr:nth-child(n+4)]:hidden"
    >
      <DataTable
        caption={title}
        rows={buyers}
        rowKey={({ id }) => id}
        rowLink={mayOpen ? ({ id }) => paths.customers.customer(id) : undefined}
        columns={[
          {
            key: 'customer',
            header: 'Customer',
            phone: 'title',
            cell: ({ name, storeName }) => (
              <>
                {name}
                {storeName && storeName !== name ? (
                  <span className="block text-xs font-normal text-muted max-sm:hidden">
                    {storeName}
                  </span>
                ) : null}
              </>
            ),
          },
          {
            key: 'now',
            header: now,
            align: 'end',
            phone: 'amount',
            cell: ({ net, hasBought }) =>
              hasBought ? <Money value={net} /> : <Badge tone="warn">No purchase</Badge>,
          },
          {
            key: 'before',
            header: before,
            align: 'end',
            phone: 'hide',
            cell: ({ net, previous }) => {
              const change = changeFrom(previous, net)
              return (
                <>
                  <Money value={previous} />
                  {change ? <span className="block text-xs text-muted">{change}</span> : null}
                </>
              )
            },
          },
        ]}
        empty={
          <EmptyState line title={empty.title}>
            {empty.text}
          </EmptyState>
        }
        footer={
          <LinkButton size="sm" to={to}>
            View all
          </LinkButton>
        }
      />
    </Panel>
  )
}
