/** The kinds of memos, with their names. */
export const MEMO_KINDS = [
  { value: 'credit', label: 'Credit memo' },
  { value: 'debit', label: 'Debit memo' },
] as const

/** The reasons of memos, with their names. */
export const MEMO_REASONS = [
  { value: 'return', label: 'Goods returned' },
  { value: 'price_allowance', label: 'Price allowance' },
  { value: 'write_off', label: 'Write-off' },
  { value: 'undercharge', label: 'Undercharge' },
  { value: 'bounced_cheque', label: 'Bounced-cheque fee' },
  { value: 'other', label: 'Other' },
] as const

export const MEMO_STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'cancelled', label: 'Cancelled' },
] as const

const nameIn = (list: readonly { value: string; label: string }[], value: string) =>
  list.find((entry) => entry.value === value)?.label ?? value

export const memoKind = (kind: string) => nameIn(MEMO_KINDS, kind)
export const memoReason = (reason: string) => nameIn(MEMO_REASONS, reason)
