import type { FieldMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { DuplicateWarning } from '~/ui/DuplicateWarning'
import type { Twin } from '../twins'

interface Props {
  twins: readonly Twin[]
  /** The checkbox; its value lists the ids of the customers that the user has seen. */
  field: FieldMetadata<string | undefined, Record<string, unknown>, string[]>
  /** The label of the checkbox. */
  label: string
}

/** Warns of possible duplicates, and asks for confirmation. */
export function TwinWarning({ twins, field, label }: Props) {
  return (
    <DuplicateWarning
      title="This customer may be there already:"
      ids={twins.map(({ id }) => id)}
      field={field}
      label={label}
    >
      {twins.map((twin) => (
        <li key={twin.id}>
          <TwinLink twin={twin} />
          {[twin.storeName, twin.area, twin.tinNo && `TIN ${twin.tinNo}`]
            .filter(Boolean)
            .map((fact) => `, ${fact}`)}{' '}
          ({twin.status}): {twin.why}
        </li>
      ))}
    </DuplicateWarning>
  )
}

/** The name of a possible duplicate as a link, which opens in a new tab. */
export function TwinLink({ twin }: { twin: Twin }) {
  return (
    <Link
      to={paths.customers.customer(twin.id)}
      target="_blank"
      className="relative z-10 font-medium underline"
    >
      {twin.name}
    </Link>
  )
}
