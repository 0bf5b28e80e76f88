/** The kinds of records: what happens to goods that cannot be sold. */
export const BAD_ORDER_KINDS = [
  {
    value: 'to_bad_order',
    label: 'Move to bad orders',
    detail: 'Damaged or expired: nobody can book these pieces any more. They keep their value.',
  },
  {
    value: 'to_sellable',
    label: 'Move back to sellable stock',
    detail: 'They can be sold after all.',
  },
  {
    value: 'write_off',
    label: 'Write off',
    detail: 'Bad orders that are thrown away. Counts once somebody else has approved it.',
  },
] as const

export const BAD_ORDER_STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'cancelled', label: 'Cancelled' },
] as const

const NAMES: Record<string, string> = {
  to_bad_order: 'Moved to bad orders',
  to_sellable: 'Moved back to sellable stock',
  write_off: 'Write-off',
}

/** Returns the name of a record's kind. */
export function badOrderKind(kind: string): string {
  return NAMES[kind] ?? kind
}

/** The stocks that goods may come back to. */
export const STOCK_STATES = [
  { value: 'sellable', label: 'Sellable stock' },
  { value: 'bad_order', label: 'Bad orders' },
] as const
