/** The kinds of records: what happens to goods that cannot be sold. */
export const BAD_ORDER_KINDS = [
  {
    value: 'to_bad_order',
    label: 'Move to bad orders',
    detail:
      'Damaged or expired: these pieces can no longer be booked. Their value does not change.',
  },
  {
    value: 'to_sellable',
    label: 'Move back to sellable stock',
    detail: 'The pieces can be sold again.',
  },
  {
    value: 'write_off',
    label: 'Write off',
    detail: 'Disposal of bad orders. Posted once another user has approved it.',
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
