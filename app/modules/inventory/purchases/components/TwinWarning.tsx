import type { FieldMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { DuplicateWarning } from '~/ui/DuplicateWarning'
import { DateText } from '~/ui/Figures'
import { kindLabel } from '../kinds'
import type { Twin } from '../twins.server'

interface Props {
  twins: readonly Twin[]
  /** The tick, whose value says which records were seen. */
  field: FieldMetadata<string | undefined, Record<string, unknown>, string[]>
}

/** Says that a number is entered already, on which record, and asks whether that is meant. */
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
