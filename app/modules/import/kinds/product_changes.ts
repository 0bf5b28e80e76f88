import { paths } from '~/paths'
import { CODE_COLUMN, PRODUCT_DETAILS } from '../columns'
import { asChange, type ImportDefinition } from '../definition'

/** Defines changes of products in the list. */
export const kind: ImportDefinition = {
  kind: 'product_changes',
  title: 'Update products',
  noun: ['product', 'products'],
  about:
    'Updates products; old and new values are previewed. A blank cell changes nothing; a dash (-) clears supplier, category or color, “none” the reorder level. Current SRPs do not change.',
  order: 9,
  changes: true,
  permission: 'products.write',
  list: { label: 'Products', to: paths.inventory.products },
  columns: [
    { ...CODE_COLUMN, unique: true },
    ...PRODUCT_DETAILS.map((column) => ({ ...asChange(column), required: false })),
    {
      key: 'status',
      label: 'Status',
      kind: 'text',
      synonyms: ['state', 'active'],
      hint: 'active or inactive',
      example: 'active',
    },
  ],
}
