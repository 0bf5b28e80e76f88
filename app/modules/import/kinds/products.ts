import { paths } from '~/paths'
import { PRODUCT_DETAILS } from '../columns'
import type { ImportDefinition } from '../definition'

/** Defines the import of products from a spreadsheet. */
export const kind: ImportDefinition = {
  kind: 'products',
  title: 'Import products',
  noun: ['product', 'products'],
  about: 'Imports products from Excel or any other spreadsheet. All rows are imported or none.',
  order: 1,
  permission: 'products.write',
  list: { label: 'Products', to: paths.inventory.products },
  columns: [
    {
      key: 'material_code',
      label: 'Material code',
      kind: 'text',
      required: true,
      unique: true,
      synonyms: ['code', 'item code', 'product code', 'sku', 'material', 'material no', 'item no'],
      hint: 'not used by another product',
      example: 'BEV-101',
    },
    ...PRODUCT_DETAILS,
  ],
}
