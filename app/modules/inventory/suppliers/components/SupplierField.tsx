import type { FieldMetadata } from '@conform-to/react'
import { paths } from '~/paths'
import type { Option } from '~/platform/forms/choices'
import { CheckField } from '~/ui/CheckField'
import { Suggestions } from '~/ui/Suggestions'
import { TextField } from '~/ui/TextField'

type Bag = Record<string, unknown>

interface Props<S, N, F extends Bag, E> {
  field: FieldMetadata<S, F, E>
  /** Ticked for a supplier whom the company does not have yet. */
  isNew: FieldMetadata<N, F, E>
  /** The first ones; the others are found by typing. */
  options: readonly Option[]
  className?: string
}

/** Chooses a supplier by name. A name that nobody has is taken only as a new supplier. */
export function SupplierField<S, N, F extends Bag, E>({
  field,
  isNew,
  options,
  className,
}: Props<S, N, F, E>) {
  return (
    <div className={className}>
      <TextField field={field} label="Supplier" list="suppliers" autoComplete="off" />
      <Suggestions
        id="suppliers"
        options={options}
        source={paths.inventory.purchaseSuppliers}
        typed={field.value as string | undefined}
      />
      <div className="mt-1.5">
        <CheckField field={isNew} label="Add this name as new" />
      </div>
    </div>
  )
}
