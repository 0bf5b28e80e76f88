import type { FieldMetadata } from '@conform-to/react'
import { paths } from '~/paths'
import type { Option } from '~/platform/forms/choices'
import { PickerField } from '~/ui/PickerField'

type Bag = Record<string, unknown>

interface Props<S, F extends Bag, E> {
  field: FieldMetadata<S, F, E>
  /** The field that is on for a supplier whom the company does not have yet. */
  isNew: FieldMetadata<boolean, F, E>
  /** The first ones; the others are found by typing. */
  options: readonly Option[]
  className?: string
}

/** Chooses a supplier by name. A name that nobody has is taken only as a new supplier. */
export function SupplierField<S, F extends Bag, E>(props: Props<S, F, E>) {
  const { isNew, ...picker } = props
  return (
    <PickerField
      {...picker}
      label="Supplier"
      source={paths.inventory.purchaseSuppliers}
      adds={{ field: isNew, noun: 'supplier' }}
    />
  )
}
