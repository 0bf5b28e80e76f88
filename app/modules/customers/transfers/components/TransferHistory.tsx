import { paths } from '~/paths'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { Panel } from '~/ui/Panel'
import type { Transfer } from '../queries.server'
import { TransferTable } from './TransferTable'

interface Props {
  customerId: string
  transfers: readonly Transfer[]
  names: Record<string, string>
  timeZone: string
  mayTransfer: boolean
}

/** Lists the transfers of one customer, on its page. */
export function TransferHistory({ customerId, mayTransfer, ...table }: Props) {
  return (
    <Panel
      title="Agents"
      flush
      actions={
        mayTransfer ? (
          <LinkButton size="sm" to={`${paths.customers.addTransfer}?customer=${customerId}`}>
            Transfer to another agent
          </LinkButton>
        ) : null
      }
    >
      <TransferTable
        {...table}
        customers={false}
        empty={
          <EmptyState line title="Never transferred">
            This customer has always had its current agent.
          </EmptyState>
        }
      />
    </Panel>
  )
}
