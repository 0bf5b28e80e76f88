import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { Details } from '~/ui/Details'
import { DateText } from '~/ui/Figures'
import type { PurchaseDocument } from '../document.server'
import { kindLabel } from '../kinds'

interface Props {
  purchase: PurchaseDocument
  /** Display names by user id. */
  names: Record<string, string>
  timeZone: string
}

/** Shows the numbers and dates of a record, its creator, and who cancelled it and why. */
export function PurchaseFacts({ purchase, names, timeZone }: Props) {
  const name = (id: string | null) => (id && names[id]) || 'Former member'
  const day = (value: string | null) => (value ? <DateText value={value} /> : null)
  const { cancelledAt, customer, memo } = purchase
  return (
    <Details
      items={[
        ['Supplier', purchase.supplier],
        ['Type', kindLabel(purchase.kind)],
        ...(customer
          ? ([
              [
                'Customer',
                <Link
                  key="customer"
                  to={paths.customers.customer(customer.id)}
                  className="text-accent hover:underline"
                >
                  {customer.name}
                </Link>,
              ],
            ] as const)
          : []),
        ...(memo
          ? ([
              [
                'Credit memo',
                <Link
                  key="memo"
                  to={paths.memos.memo(memo.id)}
                  className="text-accent hover:underline"
                >
                  {memo.memoNo} ({memo.status})
                </Link>,
              ],
            ] as const)
          : []),
        ['Supplier invoice no.', purchase.invoiceNo],
        ['Date', day(purchase.dateAdded)],
        ['Invoice date', day(purchase.invoiceDate)],
        ['Delivery date', day(purchase.deliveryDate)],
        ['Created by', name(purchase.createdBy)],
        ['Created', <DateText key="entered" value={purchase.createdAt} timeZone={timeZone} />],
        ...(cancelledAt
          ? ([
              ['Cancelled by', name(purchase.cancelledBy)],
              ['Cancelled', <DateText key="gone" value={cancelledAt} timeZone={timeZone} />],
              ['Reason', purchase.cancelReason],
            ] as const)
          : []),
      ]}
    />
  )
}
