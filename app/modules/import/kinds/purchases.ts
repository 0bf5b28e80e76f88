import { paths } from '~/paths'
import { CODE_COLUMN, PIECES_COLUMN, VAT_COLUMN } from '../columns'
import type { ImportDefinition } from '../definition'

/** Defines the import of purchases. */
export const kind: ImportDefinition = {
  kind: 'purchases',
  title: 'Import purchases',
  noun: ['row', 'rows'],
  about:
    'Imports purchases by line. Rows with the same PO number are one purchase, with supplier and dates in its first row. Goods are received into stock. Import stock from before the opening date as opening stock.',
  order: 6,
  permission: 'purchases.write',
  tries: true,
  list: { label: 'Purchases', to: paths.inventory.purchases },
  columns: [
    {
      key: 'po_no',
      label: 'PO number',
      kind: 'text',
      required: true,
      synonyms: ['po', 'po no', 'purchase order', 'purchase no'],
      example: 'PO-2001',
    },
    {
      key: 'supplier',
      label: 'Supplier',
      kind: 'text',
      required: true,
      synonyms: ['vendor', 'supplier name', 'principal'],
      example: 'Luzon Beverage Corporation',
    },
    {
      key: 'invoice_no',
      label: 'Supplier invoice',
      kind: 'text',
      synonyms: ['invoice', 'invoice no', 'invoice number'],
      example: 'LB-7781',
    },
    {
      key: 'date_added',
      label: 'Date',
      kind: 'date',
      required: true,
      synonyms: ['po date', 'purchase date', 'date added'],
      example: '01/15/2026',
    },
    {
      key: 'invoice_date',
      label: 'Invoice date',
      kind: 'date',
      synonyms: ['date invoiced'],
      example: '01/15/2026',
    },
    {
      key: 'delivery_date',
      label: 'Delivery date',
      kind: 'date',
      synonyms: ['delivered', 'received', 'date received'],
      hint: 'date received into stock; blank = the date',
      example: '01/16/2026',
    },
    CODE_COLUMN,
    PIECES_COLUMN,
    {
      key: 'cost',
      label: 'Cost',
      kind: 'price',
      required: true,
      synonyms: ['unit cost', 'cost price', 'purchase price', 'price'],
      hint: 'such as 52.00, 624/cs or 624/12',
      example: '624.00/cs',
    },
    {
      key: 'prod_srp',
      label: 'SRP',
      kind: 'price',
      synonyms: ['product srp', 'selling price', 'retail price'],
      hint: 'the new current SRP; blank = no change',
      example: '732.00/cs',
    },
    {
      key: 'with_vat',
      label: 'VAT on invoice',
      kind: 'text',
      synonyms: ['with vat', 'vat invoice', 'vat shown', 'input vat'],
      hint: "yes if the supplier's invoice shows VAT (input VAT is claimed); blank = no",
      example: 'yes',
    },
    { ...VAT_COLUMN, hint: "with VAT on invoice; the product's when empty" },
  ],
}
