import type { FieldMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { DuplicateWarning } from '~/ui/DuplicateWarning'
import { DateText } from '~/ui/Figures'
import { kindLabel } from '../kinds'
import type { Twin } from '../twins.server'

interface Props {
  twins: readonly Twin[]
  /** The checkbox; its value lists the ids of the records that the user has seen. */
  field: FieldMetadata<string | undefined, Record<string, unknown>, string[]>
}

/** Warns that a number is already entered, links the record, and asks for confirmation. */
export function TwinWarning({ twins, field }: Props) {
  return (
    <DuplicateWarning
      title="This number is entered already:"
      ids={twins.map(({ id }) => id)}
      field={field}
      label="Enter it all the same"
    >
      {twins.map((twin) => (
        <li key={twin.id}>
          <Link
            to={paths.inventory.purchase(twin.id)}
            target="_blank"
            className="font-medium underline"
          >
            {twin.poNo}
          </Link>{' '}
          {kindLabel(twin.kind)}, {twin.supplier}
          {twin.invoiceNo ? `, invoice ${twin.invoiceNo}` : ''}, <DateText value={twin.dateAdded} />
        </li>
      ))}
    </DuplicateWarning>
  )
}
