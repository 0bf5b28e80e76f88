import type { FieldMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { formatMoney } from '~/platform/values/money'
import { DuplicateWarning } from '~/ui/DuplicateWarning'
import { DateText } from '~/ui/Figures'
import type { VoucherDuplicate } from '../duplicates.server'

interface Props {
  duplicates: readonly VoucherDuplicate[]
  /** The checkbox; its value lists the ids of the vouchers that the user has seen. */
  field: FieldMetadata<string | undefined, Record<string, unknown>, string[]>
  currency: string
}

/** Warns that a supplier invoice is on a voucher already, and asks for confirmation. */
export function VoucherDuplicateWarning({ duplicates, field, currency }: Props) {
  return (
    <DuplicateWarning
      title="Possible duplicates (same payee and invoice):"
      ids={duplicates.map(({ id }) => id)}
      field={field}
      label="Pay anyway"
    >
      {duplicates.map((duplicate) => (
        <li key={duplicate.id}>
          <Link
            to={paths.expenses.voucher(duplicate.id)}
            target="_blank"
            className="font-medium underline"
          >
            Voucher No. {duplicate.voucherNo}
          </Link>{' '}
          {duplicate.payTo}, {formatMoney(duplicate.total, currency)}, {duplicate.status},{' '}
          <DateText value={duplicate.dateAdded} />
        </li>
      ))}
    </DuplicateWarning>
  )
}
