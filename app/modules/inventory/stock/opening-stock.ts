import type { ImportDefinition } from '~/modules/import/definition'
import { paths } from '~/paths'

/** Defines the import of the stock that a company begins with. */
export const OPENING_STOCK: ImportDefinition = {
  kind: 'opening_stock',
  title: 'Import opening stock',
  noun: ['product', 'products'],
  about:
    'Brings in the pieces that lie in the warehouse when the company begins here, and what they cost, on the opening date. A product must be in the list and must not have moved yet. All rows are taken in, or none when one of them is wrong.',
  command: 'import_opening_stock',
  path: paths.inventory.openingStock,
  list: { label: 'Stock', to: paths.inventory.stock },
  columns: [
    {
      key: 'material_code',
      label: 'Material code',
      kind: 'text',
      required: true,
      unique: true,
      synonyms: ['code', 'item code', 'product code', 'sku', 'material', 'material no', 'item no'],
      hint: 'of a product in the list',
      example: 'BEV-101',
    },
    {
      key: 'quantity',
      label: 'Pieces',
      kind: 'whole',
      required: true,
      synonyms: ['quantity', 'qty', 'on hand', 'stock', 'opening quantity', 'balance'],
      hint: 'on hand on the opening date',
      example: '240',
    },
    {
      key: 'cost',
      label: 'Cost',
      kind: 'money',
      required: true,
      synonyms: ['unit cost', 'cost price', 'average cost', 'purchase price'],
      hint: 'per piece, unless the next column says otherwise',
      example: '624.00',
    },
    {
      key: 'cost_pieces',
      label: 'Cost is for pieces',
      kind: 'whole',
      synonyms: ['cost pieces', 'pieces of the cost', 'per pieces'],
      hint: '1 when empty, the pieces of a case for a cost per case',
      example: '12',
    },
    {
      key: 'on_date',
      label: 'Opening date',
      kind: 'date',
      required: true,
      synonyms: ['date', 'as of', 'opening', 'day'],
      hint: 'the day from which the stock counts',
      example: '01/31/2026',
    },
  ],
}
