import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { Panel } from '~/ui/Panel'
import type { VoucherDocument } from '../document.server'
import { PaymentFacts, VoucherFacts } from './VoucherFacts'
import { VoucherLines } from './VoucherLines'

/**
 * Shows the second of two editors the voucher as it is saved now, above the form with their own
 * input, so that saving again is a deliberate choice.
 */
export function VoucherEditConflict({
  voucher,
  currency,
}: {
  voucher: VoucherDocument
  currency: string
}) {
  return (
    <Panel title="Changed by another user" flush className="mb-4">
      <div className="flex flex-col gap-4 p-4">
        <VoucherFacts voucher={voucher} />
        <div className="max-w-sm">
          <PaymentFacts voucher={voucher} currency={currency} />
        </div>
        {voucher.status === 'pending' ? (
          <p className="text-muted">
            Save again to overwrite it with your version, or{' '}
            <Link
              to={`${paths.expenses.editVoucher(voucher.id)}?again=${voucher.version}`}
              className="font-medium text-accent hover:underline"
            >
              discard yours and load the saved version
            </Link>
            .
          </p>
        ) : (
          <p className="text-muted">
            It is {voucher.status} now and can no longer be edited. Your changes are not saved.
          </p>
        )}
      </div>
      <VoucherLines voucher={voucher} currency={currency} />
    </Panel>
  )
}
