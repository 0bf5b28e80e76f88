/** Modes of payment of a voucher. */
export const MODES = [
  { value: 'cash', label: 'Cash' },
  { value: 'cheque', label: 'Cheque' },
  { value: 'bank_transfer', label: 'Bank transfer' },
] as const

/** Returns the label of a mode of payment. */
export function modeLabel(mode: string): string {
  return MODES.find(({ value }) => value === mode)?.label ?? mode
}

/** The dates of a voucher that the period filter can use. */
export const VOUCHER_DATE_BASES = [
  { value: 'added', label: 'Date added' },
  { value: 'printed', label: 'Date printed' },
  { value: 'released', label: 'Date released' },
] as const
