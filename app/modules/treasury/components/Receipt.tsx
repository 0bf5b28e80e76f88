import { Link } from '@remix-run/react'
import { collectionType } from '~/modules/receivables/collection-types'
import { paths } from '~/paths'
import type { Money as Amount } from '~/platform/values/money'
import { stageLabel } from '~/ui/Badge'
import { Details } from '~/ui/Details'
import { DateText, Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'

interface Props {
  collection: {
    customerId: string
    customerName: string
    storeName: string | null
    type: string
    amount: Amount
    total: Amount
    parts: readonly { id: string; no: number }[]
    id: string
    reference: string | null
    dateCollected: string
    timeCollected: string | null
    crNo: string
    crDate: string
    drrNo: string | null
    drrDate: string | null
    account: string | null
    remittanceId: string | null
    cheque: { bank: string; no: string; date: string | null; state: string | null } | null
    remarks: string | null
  }
  people: { agent: string | null; collector: string | null; recordedBy: string | null }
  drrLabel: string
  currency: string
}

/** Shows the amount, customer and papers of a receipt. */
export function Receipt({ collection, people, drrLabel, currency }: Props) {
  const { cheque, parts } = collection
  const several = parts.length > 1
  return (
    <Panel title="Receipt">
      <Details
        items={[
          [
            'Customer',
            <Link
              key="customer"
              to={paths.customers.customer(collection.customerId)}
              className="text-accent hover:underline"
            >
              {collection.customerName}
            </Link>,
          ],
          ['Store', collection.storeName],
          ...(several
            ? ([
                [
                  'Receipt total',
                  <Money key="total" value={collection.total} currency={currency} />,
                ],
              ] as const)
            : []),
          [
            several
              ? `Payment ${parts.find(({ id }) => id === collection.id)?.no} of ${parts.length}`
              : 'Amount',
            <strong key="amount">
              <Money value={collection.amount} currency={currency} />
            </strong>,
          ],
          ['Type', collectionType(collection.type)],
          [
            'Collected',
            <span key="collected" className="figures">
              <DateText value={collection.dateCollected} /> {collection.timeCollected}
            </span>,
          ],
          ['CR no.', collection.crNo],
          ['CR date', <DateText key="cr" value={collection.crDate} />],
          [
            `${drrLabel} no.`,
            collection.remittanceId ? (
              <Link
                key="remittance"
                to={paths.treasury.remittance(collection.remittanceId)}
                className="text-accent hover:underline"
              >
                {collection.drrNo}
              </Link>
            ) : (
              collection.drrNo
            ),
          ],
          [`${drrLabel} date`, <DateText key="drr" value={collection.drrDate} />],
          ['Agent', people.agent],
          ['Collected by', people.collector ?? 'Office'],
          ['Recorded by', people.recordedBy],
          ...(collection.reference ? ([['Reference no.', collection.reference]] as const) : []),
          ...(collection.type === 'bank_transfer'
            ? ([['Bank account', collection.account]] as const)
            : []),
          ...(cheque
            ? ([
                ['Cheque', `${cheque.bank} ${cheque.no}`],
                ['Cheque date', <DateText key="cheque" value={cheque.date} />],
                ['Cheque status', cheque.state ? stageLabel(cheque.state) : null],
              ] as const)
            : []),
          ['Remarks', collection.remarks],
        ]}
      />
    </Panel>
  )
}
