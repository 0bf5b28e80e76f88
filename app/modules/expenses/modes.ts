/** How a voucher is paid (specification: voucherModeOfPayment). */
export const MODES = [
  { value: 'cash', label: 'Cash' },
  { value: 'cheque', label: 'Cheque' },
  { value: 'bank_transfer', label: 'Bank transfer' },
] as const

/** What staff call a mode of payment. */
export function modeLabel(mode: string): string {
  return MODES.find(({ value }) => value === mode)?.label ?? mode
}

/** Days of a voucher that a period can be about. */
export const DATE_BASES = [
  { value: 'added', label: 'Date added' },
  { value: 'printed', label: 'Date printed' },
  { value: 'released', label: 'Date released' },
] as const
