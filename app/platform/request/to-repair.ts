/** The settings of a project by their fields, as sentences name them. */
const NAMES: Record<string, string> = {
  time_zone: 'time zone',
  currency: 'currency',
  age_by: 'day from which receivables age',
  ageing_buckets: 'aging buckets',
  allow_back_orders: 'back-orders',
  drr_label: 'DRR label',
  price_floor_percent: 'price floor',
  field_days: 'days of the field',
  memo_approval_above: 'approval of memos',
  stock_cost: 'cost of stock',
  vat_percent: 'VAT',
  prices_include_vat: 'prices with or without VAT',
  vat_registered: 'VAT registration',
  branch_code: 'branch code',
  serial_digits: 'digits of invoice numbers',
  invoice_note: 'words at the foot of invoices',
  authority_note: 'authority numbers',
  voucher_approval_above: 'approval of vouchers',
  credit_lines_maker_checker: 'second person for raised credit limits',
  credit_override_maker_checker: 'second person for overrides',
  memos_maker_checker: 'second person for memos',
  payee_accounts_maker_checker: 'second person for account numbers',
  receipts_maker_checker: 'second person for receipts',
  vouchers_maker_checker: 'second person for vouchers',
  write_offs_maker_checker: 'second person for write-offs of bad orders',
  settings: 'settings as a whole',
}

const nameOf = (field: string) => NAMES[field] ?? field

/** Names what stands in the place of a value that is not known (`private.to_repair`). */
function meanwhile(field: string): string {
  if (field === 'time_zone') return 'days are those of UTC'
  if (field === 'currency') return 'amounts are shown with it'
  return field.endsWith('_maker_checker')
    ? 'a second person is needed'
    : 'the value of a new company counts'
}

/** Tells people of a company that some of its settings are not known, or null when all are. */
export function repairNotice(fields: readonly string[]): string | null {
  if (fields.length === 0) return null
  const names = fields.map((field) => `${nameOf(field)} (${meanwhile(field)})`)
  return `Settings of this company that cannot be read: ${names.join(', ')}. The administrator must save them again.`
}

/** Tells the administrator which stored values of a project are not known. */
export function repairSentences(stored: Record<string, string | null>): string[] {
  return Object.entries(stored).map(
    ([field, value]) =>
      `The ${nameOf(field)} cannot be read: “${value ?? ''}” is stored. Until it is saved again, ${meanwhile(field)}.`,
  )
}
