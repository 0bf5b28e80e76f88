/** The ways in which a customer pays. */
export const COLLECTION_TYPES = ['cash', 'cheque', 'bank_transfer', 'withholding'] as const

const LABELS: Record<string, string> = {
  cash: 'Cash',
  cheque: 'Cheque',
  bank_transfer: 'Bank transfer',
  withholding: 'Withholding',
}

/** Returns the name of a collection type. */
export function collectionType(type: string): string {
  return LABELS[type] ?? type
}
