import type { ImportColumn } from './definition'

/** The VAT class of a product or a customer. */
export const VAT_COLUMN: ImportColumn = {
  key: 'vat_class',
  label: 'VAT class',
  kind: 'vat',
  synonyms: ['vat', 'tax class', 'tax type', 'vat type'],
  hint: 'VATable, exempt or zero-rated',
  blank: 'VATable',
  example: 'vatable',
}

/** The code by which a line names a product in the list. */
export const CODE_COLUMN: ImportColumn = {
  key: 'material_code',
  label: 'Material code',
  kind: 'text',
  required: true,
  synonyms: ['code', 'item code', 'product code', 'sku', 'material', 'material no', 'item no'],
  hint: 'of a product in the list',
  example: 'BEV-101',
}

/** The name by which a row names a customer in the list. */
export const CUSTOMER_COLUMN: ImportColumn = {
  key: 'customer',
  label: 'Customer',
  kind: 'text',
  required: true,
  synonyms: ['name', 'customer name', 'owner', 'client', 'account', 'account name'],
  hint: 'the name of an approved customer',
  example: 'Rosario Manalo',
}

/** The day from which an open invoice of before counts in these books. */
export const OPENING_DATE_COLUMN: ImportColumn = {
  key: 'opening_date',
  label: 'Opening date',
  kind: 'date',
  synonyms: ['as of', 'opening', 'cut-off date', 'cutover date'],
  hint: 'first day in these books',
  blank: 'invoice date',
  example: '02/01/2026',
}

/** The pieces of a line. */
export const PIECES_COLUMN: ImportColumn = {
  key: 'quantity',
  label: 'Pieces',
  kind: 'quantity',
  required: true,
  synonyms: ['quantity', 'qty', 'pcs'],
  hint: 'or cases, such as 10 cs + 5 pc',
  example: '240',
}

/** What a product has besides its code. */
export const PRODUCT_DETAILS: readonly ImportColumn[] = [
  {
    key: 'description',
    label: 'Product name',
    kind: 'text',
    required: true,
    synonyms: ['product', 'description', 'product description', 'name', 'item', 'item description'],
    example: 'Orange juice 1 L',
  },
  {
    key: 'supplier',
    label: 'Supplier',
    kind: 'text',
    synonyms: ['product supplier', 'vendor', 'principal', 'manufacturer'],
    example: 'Luzon Beverage Corporation',
  },
  {
    key: 'category1',
    label: 'Category 1',
    kind: 'text',
    synonyms: ['category', 'product category', 'group', 'product category 1'],
    hint: "one of the project's categories",
    example: 'Beverages',
  },
  {
    key: 'category2',
    label: 'Category 2',
    kind: 'text',
    synonyms: ['subcategory', 'product category 2'],
    hint: "one of the project's categories",
    example: 'Juice',
  },
  {
    key: 'category3',
    label: 'Category 3',
    kind: 'text',
    synonyms: ['product category 3'],
    hint: "one of the project's categories",
    example: 'Bottled',
  },
  {
    key: 'unit_of_measure',
    label: 'Unit of measure',
    kind: 'text',
    synonyms: ['unit', 'uom', 'units'],
    blank: 'pc',
    example: 'pc',
  },
  {
    key: 'case_config',
    label: 'Pcs/case',
    kind: 'whole',
    synonyms: [
      'case config',
      'case',
      'case configuration',
      'pcs per case',
      'pieces per case',
      'pieces',
      'packing',
    ],
    blank: '1',
    example: '12',
  },
  {
    key: 'liters_per_case',
    label: 'Liters/case',
    kind: 'decimal',
    synonyms: [
      'liters per case',
      'litres per case',
      'litres',
      'liters',
      'litre per case',
      'liter per case',
    ],
    example: '12',
  },
  {
    key: 'def_cost',
    label: 'Default cost',
    kind: 'price',
    required: true,
    synonyms: ['cost', 'unit cost', 'def cost', 'cost price', 'purchase price'],
    hint: 'per piece, or 624/cs for a case, 624/12 for twelve',
    example: '624.00/cs',
  },
  {
    key: 'def_srp',
    label: 'Default SRP',
    kind: 'price',
    required: true,
    synonyms: [
      'srp',
      'price',
      'def srp',
      'selling price',
      'retail price',
      'unit price',
      'live srp',
    ],
    hint: 'the same way; also the first current SRP',
    example: '61.00',
  },
  {
    key: 'selected_color',
    label: 'Color',
    kind: 'color',
    synonyms: ['colour', 'selected color', 'colour code', 'color code'],
    example: '#d9622b',
  },
  {
    key: 'reorder_level',
    label: 'Reorder level',
    kind: 'whole',
    synonyms: ['reorder', 'reorder point', 'minimum stock', 'min stock'],
    hint: 'in pieces',
    blank: 'no alert',
    example: '120',
  },
  VAT_COLUMN,
  {
    key: 'price_unit',
    label: 'Price unit',
    kind: 'text',
    synonyms: ['prices are per', 'prices per', 'price per'],
    hint: 'piece or case',
    blank: 'piece',
    example: 'piece',
  },
]
