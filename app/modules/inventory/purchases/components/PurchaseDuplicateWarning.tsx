import type { FieldMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { DuplicateWarning } from '~/ui/DuplicateWarning'
import { DateText } from '~/ui/Figures'
import type { PurchaseDuplicate } from '../duplicates.server'
import { kindLabel } from '../kinds'

interface Props {
  duplicates: readonly PurchaseDuplicate[]
  /** The checkbox; its value lists the ids of the records that the user has seen. */
  field: FieldMetadata<string | undefined, Record<string, unknown>, string[]>
}

/** Warns that a number is already entered, links the record, and asks for confirmation. */
export function PurchaseDuplicateWarning({ duplicates, field }: Props) {
  return (
    <DuplicateWarning
      title="Possible duplicates:"
      ids={duplicates.map(({ id }) => id)}
      field={field}
      label="Save anyway"
    >
      {duplicates.map((duplicate) => (
        <li key={duplicate.id}>
          <Link
            to={paths.inventory.purchase(duplicate.id)}
            target="_blank"
            className="font-medium underline"
          >
            {duplicate.poNo}
          </Link>{' '}
          {kindLabel(duplicate.kind)}, {duplicate.supplier}
          {duplicate.invoiceNo ? `, invoice ${duplicate.invoiceNo}` : ''},{' '}
          <DateText value={duplicate.dateAdded} />
        </li>
      ))}
    </DuplicateWarning>
  )
}
