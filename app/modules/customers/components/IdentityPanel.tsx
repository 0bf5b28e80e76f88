import type { ReactNode } from 'react'
import { vatClassLabel } from '~/platform/values/vat'
import { Details } from '~/ui/Details'
import { DateText } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import type { PriceChoices } from '../prices.server'

interface Props {
  customer: {
    storeName: string | null
    tinNo: string | null
    businessStyle: string | null
    vatClass: string
    groupId: string | null
    priceListId: string | null
    address: string | null
    area: string | null
    contact: string | null
    dateAdded: string
    decisionReason: string | null
  }
  agent: string
  requestedBy: string | null
  /** Null for a reader without prices.read. */
  prices: PriceChoices | null
  /** Buttons to edit the customer. */
  actions: ReactNode
}

/** Shows the customer's details. */
export function IdentityPanel({ customer, agent, requestedBy, prices, actions }: Props) {
  const nameIn = (list: keyof PriceChoices, id: string | null) =>
    prices?.[list].find(({ value }) => value === id)?.label
  return (
    <Panel title="Customer" actions={actions}>
      <Details
        items={[
          ['Store', customer.storeName],
          ['Agent', agent],
          ['TIN', customer.tinNo],
          ['Business style', customer.businessStyle],
          ['VAT class', vatClassLabel(customer.vatClass)],
          ...(customer.groupId ? [['Group', nameIn('groups', customer.groupId)] as const] : []),
          ...(customer.priceListId
            ? [['Price list', nameIn('lists', customer.priceListId)] as const]
            : []),
          ['Area', customer.area],
          ['Address', customer.address],
          ['Contact person / phone', customer.contact],
          ['Date added', <DateText key="added" value={customer.dateAdded} />],
          ['Requested by', requestedBy],
          ...(customer.decisionReason
            ? [['Reason for the decision', customer.decisionReason] as const]
            : []),
        ]}
      />
    </Panel>
  )
}
