/** Kinds of a purchase record. Returns are never part of gross purchases. */
export const PURCHASE_KINDS = [
  {
    value: 'purchase',
    label: 'Purchase',
    effect: 'Increases stock. A new SRP becomes the current SRP.',
  },
  {
    value: 'return_in',
    label: 'Customer return',
    effect: 'Increases stock and credits the customer. Current SRPs do not change.',
  },
  {
    value: 'supplier_return',
    label: 'Return to supplier',
    effect: 'Reduces available stock. Current SRPs do not change.',
  },
] as const

/** Returns the title of the paper of a kind. */
export function paperTitle(kind: string): string {
  if (kind === 'return_in') return 'Goods returned by customer'
  return kind === 'supplier_return' ? 'Return to supplier' : 'Receiving report'
}

/** Returns the label of a kind. */
export function kindLabel(kind: string): string {
  return PURCHASE_KINDS.find(({ value }) => value === kind)?.label ?? kind
}
