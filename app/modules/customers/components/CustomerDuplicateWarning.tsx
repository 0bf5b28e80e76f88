import type { FieldMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { DuplicateWarning } from '~/ui/DuplicateWarning'
import type { CustomerDuplicate } from '../duplicates'

interface Props {
  duplicates: readonly CustomerDuplicate[]
  /** The checkbox; its value lists the ids of the customers that the user has seen. */
  field: FieldMetadata<string | undefined, Record<string, unknown>, string[]>
  /** The label of the checkbox. */
  label: string
}

/** Warns of possible duplicates, and asks for confirmation. */
export function CustomerDuplicateWarning({ duplicates, field, label }: Props) {
  return (
    <DuplicateWarning
      title="Possible duplicates:"
      ids={duplicates.map(({ id }) => id)}
      field={field}
      label={label}
    >
      {duplicates.map((duplicate) => (
        <li key={duplicate.id}>
          <DuplicateLink duplicate={duplicate} />
          {[duplicate.storeName, duplicate.area, duplicate.tinNo && `TIN ${duplicate.tinNo}`]
            .filter(Boolean)
            .map((fact) => `, ${fact}`)}{' '}
          ({duplicate.status}): {duplicate.why}
        </li>
      ))}
    </DuplicateWarning>
  )
}

/** The name of a possible duplicate as a link, which opens in a new tab. */
export function DuplicateLink({ duplicate }: { duplicate: CustomerDuplicate }) {
  return (
    <Link
      to={paths.customers.customer(duplicate.id)}
      target="_blank"
      className="relative z-10 font-medium underline"
    >
      {duplicate.name}
    </Link>
  )
}
