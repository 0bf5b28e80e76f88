import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { StageBadge } from '~/ui/Badge'
import { Details } from '~/ui/Details'
import { DateText, Money } from '~/ui/Figures'
import type { VoucherDocument } from '../document.server'
import { modeLabel } from '../modes'

/** Shows the payee, supplier invoice and category of a voucher. */
export function VoucherFacts({ voucher }: { voucher: VoucherDocument }) {
  return (
    <Details
      items={[
        ['Pay to', voucher.payTo],
        ['Account no.', voucher.payToAccountNo],
        ['Date', <DateText key="date" value={voucher.dateAdded} />],
        ['Supplier invoice no.', voucher.invoiceNo],
        ['Category', voucher.category],
        ['Classification', voucher.classification],
        ['Description', voucher.description],
      ]}
    />
  )
}

/** Shows the payment of a voucher, and the net amount after withholding tax. */
export function PaymentFacts({
  voucher,
  cheque,
  currency,
}: {
  voucher: VoucherDocument
  /** The voucher's cheque in the register, for a link. */
  cheque?: { id: string; state: string } | null
  currency: string
}) {
  const { mode } = voucher
  return (
    <Details
      layout="rows"
      items={[
        ['Mode of payment', modeLabel(mode)],
        ...(mode === 'cash'
          ? []
          : ([
              ['Bank', voucher.bank],
              ['Account no.', voucher.bankAccountNo],
            ] as const)),
        ...(mode === 'cheque'
          ? ([
              [
                'Cheque no.',
                cheque ? (
                  <Link
                    key="no"
                    to={paths.expenses.cheque(cheque.id)}
                    className="figures text-accent hover:underline"
                  >
                    {voucher.chequeNo}
                  </Link>
                ) : (
                  voucher.chequeNo
                ),
              ],
              ...(cheque
                ? ([['Cheque', <StageBadge key="state" stage={cheque.state} />]] as const)
                : []),
              ['Cheque date', <DateText key="cheque" value={voucher.chequeDate} />],
            ] as const)
          : []),
        [`Total (${currency})`, <Money key="total" value={voucher.total} />],
        ['Withholding tax (EWT)', <Money key="ewt" value={voucher.ewt} />],
        [
          voucher.status === 'released' ? 'Paid' : 'Net amount payable',
          <strong key="net">
            <Money value={voucher.net} />
          </strong>,
        ],
      ]}
    />
  )
}
