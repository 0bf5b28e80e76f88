/** How a customer paid (collectionType of the specification). */
export const COLLECTION_TYPES = ['cash', 'cheque', 'bank_transfer', 'withholding'] as const

const LABELS: Record<string, string> = {
  cash: 'Cash',
  cheque: 'Cheque',
  bank_transfer: 'Bank transfer',
  withholding: 'Withholding',
}

/** The type of a collection in words. */
export function collectionType(type: string): string {
  return LABELS[type] ?? type
}
