import type { FieldMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { formatMoney } from '~/platform/values/money'
import { DuplicateWarning } from '~/ui/DuplicateWarning'
import { DateText } from '~/ui/Figures'
import type { Twin } from '../twins.server'

interface Props {
  twins: readonly Twin[]
  /** The checkbox; its value lists the ids of the vouchers that the user has seen. */
  field: FieldMetadata<string | undefined, Record<string, unknown>, string[]>
  currency: string
}

/** Warns that a supplier invoice is on a voucher already, and asks for confirmation. */
export function TwinWarning({ twins, field, currency }: Props) {
  return (
    <DuplicateWarning
      title="This invoice of the payee is on a voucher already:"
      ids={twins.map(({ id }) => id)}
      field={field}
      label="Pay it all the same"
    >
      {twins.map((twin) => (
        <li key={twin.id}>
          <Link
            to={paths.expenses.voucher(twin.id)}
            target="_blank"
            className="font-medium underline"
          >
            Voucher {twin.voucherNo}
          </Link>{' '}
          {twin.payTo}, {formatMoney(twin.total, currency)}, {twin.status},{' '}
          <DateText value={twin.dateAdded} />
        </li>
      ))}
    </DuplicateWarning>
  )
}
