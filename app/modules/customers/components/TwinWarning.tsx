import type { FieldMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { DuplicateWarning } from '~/ui/DuplicateWarning'
import type { Twin } from '../twins'

interface Props {
  twins: readonly Twin[]
  /** The tick, whose value says which customers were seen. */
  field: FieldMetadata<string | undefined, Record<string, unknown>, string[]>
  /** What the tick says. */
  label: string
}

/** Says which customers this may be already, and asks whether it is meant all the same. */
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

/** A twin's name, which opens its page beside this one. */
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
