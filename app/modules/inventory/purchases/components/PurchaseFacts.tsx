import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { Details } from '~/ui/Details'
import { DateText } from '~/ui/Figures'
import type { PurchaseDocument } from '../document.server'
import { kindLabel } from '../kinds'

interface Props {
  purchase: PurchaseDocument
}

/** Shows the numbers of a record, and why it was cancelled. */
export function PurchaseFacts({ purchase }: Props) {
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
        ...(cancelledAt ? ([['Reason', purchase.cancelReason]] as const) : []),
      ]}
    />
  )
}
