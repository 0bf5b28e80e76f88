import type { ReactNode } from 'react'
import { Details } from '~/ui/Details'
import { DateText } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'

interface Props {
  customer: {
    storeName: string | null
    tinNo: string | null
    businessStyle: string | null
    address: string | null
    area: string | null
    contact: string | null
    dateAdded: string
    decisionReason: string | null
  }
  agent: string
  requestedBy: string | null
  /** Buttons to edit the customer. */
  actions: ReactNode
}

/** Shows the customer's details. */
export function IdentityPanel({ customer, agent, requestedBy, actions }: Props) {
  return (
    <Panel title="Customer" actions={actions}>
      <Details
        items={[
          ['Store', customer.storeName],
          ['Agent', agent],
          ['TIN', customer.tinNo],
          ['Business style', customer.businessStyle],
          ['Area', customer.area],
          ['Address', customer.address],
          ['Contact', customer.contact],
          ['Added', <DateText key="added" value={customer.dateAdded} />],
          ['Requested by', requestedBy],
          ...(customer.decisionReason
            ? [['Reason of the decision', customer.decisionReason] as const]
            : []),
        ]}
      />
    </Panel>
  )
}
