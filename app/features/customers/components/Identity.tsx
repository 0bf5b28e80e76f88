import { Details } from '~/ui/Details'
import { DateText } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { termsText } from './CreditLine'

interface Props {
  customer: {
    storeName: string | null
    tinNo: string | null
    businessStyle: string | null
    address: string | null
    area: string | null
    contact: string | null
    termsDays: number
    dateAdded: string
    decisionReason: string | null
  }
  agent: string
  requestedBy: string | null
}

/** Who the customer is. */
export function Identity({ customer, agent, requestedBy }: Props) {
  return (
    <Panel title="Customer">
      <Details
        items={[
          ['Store', customer.storeName],
          ['Agent', agent],
          ['Terms', termsText(customer.termsDays)],
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
