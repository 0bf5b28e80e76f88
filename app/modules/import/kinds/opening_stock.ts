import { paths } from '~/paths'
import { CODE_COLUMN, PIECES_COLUMN } from '../columns'
import type { ImportDefinition } from '../definition'

/** Defines the import of the stock that a company begins with. */
export const kind: ImportDefinition = {
  kind: 'opening_stock',
  title: 'Import opening stock',
  noun: ['product', 'products'],
  about:
    'Imports the pieces on hand and their cost on the opening date. Each product must exist and have no stock movements yet. All rows are imported or none.',
  order: 2,
  permission: 'purchases.write',
  list: { label: 'Inventory', to: paths.inventory.stock },
  columns: [
    { ...CODE_COLUMN, unique: true },
    {
      ...PIECES_COLUMN,
      synonyms: ['quantity', 'qty', 'on hand', 'stock', 'opening quantity', 'balance'],
      hint: 'on hand on the opening date, or cases, such as 10 cs + 5 pc',
    },
    {
      key: 'cost',
      label: 'Cost',
      kind: 'price',
      required: true,
      synonyms: ['unit cost', 'cost price', 'average cost', 'purchase price'],
      hint: 'per piece, or 624/cs for a case, 624/12 for twelve',
      example: '624.00/cs',
    },
    {
      key: 'on_date',
      label: 'Opening date',
      kind: 'date',
      required: true,
      synonyms: ['date', 'as of', 'opening', 'day'],
      hint: 'first day of the stock',
      example: '01/31/2026',
    },
  ],
}
