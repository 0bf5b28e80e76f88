import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'

/** Details that papers lack, by the names that tax_readiness gives. */
export const PAPER_DETAILS: Readonly<Record<string, string>> = {
  seller_name: 'name of the seller',
  seller_address: 'address of the seller',
  seller_tin: 'TIN of the seller',
  seller_vat: 'VAT or non-VAT seller',
  authority: 'authority number',
  serial: 'serial number of six digits',
  date: 'date',
  buyer_name: 'name of the buyer',
  buyer_address: 'address of the buyer',
  buyer_tin: 'TIN of the buyer',
  lines: 'goods',
  description: 'description of goods',
  quantity: 'quantity',
  unit_price: 'unit price',
  total: 'total',
  vat: 'sales and VAT by class',
  invoice: 'number of the invoice',
}

/** A row of the list: a record and what it lacks. */
export interface Finding {
  kind: string
  items: readonly string[]
  id: string
  no: string | null
  name: string
  on: string | null
}

interface Kind {
  label: string
  /** Says what a row of it lacks. */
  says: (finding: Finding) => string
  /** Its record, and the permission that opens it. */
  record: (finding: Finding) => string
  needs: Permission
}

const missing = ({ items }: Finding) =>
  `No ${items.map((item) => PAPER_DETAILS[item] ?? item).join(', no ')}`
const characters = ({ items }: Finding) => `Not in tax files: ${items.join(' ')}`

const customer = {
  record: ({ id }: Finding) => paths.customers.customer(id),
  needs: 'customers.read',
} as const
const supplier = {
  record: ({ id }: Finding) => paths.inventory.supplier(id),
  needs: 'costs.read',
} as const
const booking = {
  record: ({ id }: Finding) => paths.sales.booking(id),
  needs: 'bookings.read',
} as const

/** Every kind of row, in the order of the list. */
export const FINDING_KINDS: Readonly<Record<string, Kind>> = {
  company: {
    label: 'Company details missing',
    says: missing,
    record: () => `${paths.ownProject.settings}?section=tax`,
    needs: 'settings.write',
  },
  customer_tin: { ...customer, label: 'Customers without a TIN', says: () => 'No TIN' },
  customer_address: {
    ...customer,
    label: 'Customers without an address',
    says: () => 'No address',
  },
  customer_text: { ...customer, label: 'Customers: characters in names', says: characters },
  supplier_tin: { ...supplier, label: 'Suppliers without a TIN', says: () => 'No TIN' },
  supplier_text: { ...supplier, label: 'Suppliers: characters in names', says: characters },
  product_text: {
    label: 'Products: characters in names',
    says: characters,
    record: ({ id }) => paths.inventory.product(id),
    needs: 'stock.read',
  },
  invoice_item: { ...booking, label: 'Invoice details missing', says: missing },
  invoice_terms: {
    ...booking,
    label: 'Terms missing on unpaid invoices',
    says: () => 'Unpaid, and no days to pay are written',
  },
  invoice_gap: {
    label: 'Missing invoice numbers',
    says: () => 'No invoice has these numbers',
    record: ({ name }) => `${paths.sales.invoiceNumbers}?${new URLSearchParams({ series: name })}`,
    needs: 'invoicing.read',
  },
  not_invoiced: {
    ...booking,
    label: 'Delivered and not invoiced',
    says: () => 'Delivered without an invoice',
  },
  archived: {
    ...booking,
    label: 'Archived without an invoice',
    says: () => 'Archived without an invoice',
  },
  memo_item: {
    label: 'Memo details missing',
    says: missing,
    record: ({ id }) => paths.memos.memo(id),
    needs: 'memos.read',
  },
  receipt_item: {
    label: 'Receipt details missing',
    says: missing,
    record: ({ id }) => paths.treasury.collection(id),
    needs: 'collections.read',
  },
  receipt_gap: {
    label: 'Missing receipt numbers',
    says: () => 'No receipt has these numbers',
    record: ({ on }) =>
      `${paths.reports.report('collection')}?${new URLSearchParams(on ? { from: on, to: on } : {})}`,
    needs: 'reports.collection',
  },
}

export const KIND_OPTIONS = Object.entries(FINDING_KINDS).map(([value, { label }]) => ({
  value,
  label,
}))

/** Returns the address of a row's record; null for who may not open it. */
export function recordOf(finding: Finding, permissions: readonly string[]): string | null {
  const kind = FINDING_KINDS[finding.kind]
  return kind && permissions.includes(kind.needs) ? kind.record(finding) : null
}
