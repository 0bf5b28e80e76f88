/** Kinds of a purchase record (decision 10). Returns are never part of gross purchases. */
export const PURCHASE_KINDS = [
  {
    value: 'purchase',
    label: 'Purchase',
    effect: 'Goods come in: stock goes up. A new SRP becomes the live price.',
  },
  {
    value: 'return_in',
    label: 'Return from customers',
    effect: 'Goods come back: stock goes up, and the customer is credited. Live prices stay.',
  },
  {
    value: 'supplier_return',
    label: 'Return to supplier',
    effect: 'Goods go out: stock goes down, as far as it is available. Live prices stay.',
  },
] as const

/** Returns the label of a kind. */
export function kindLabel(kind: string): string {
  return PURCHASE_KINDS.find(({ value }) => value === kind)?.label ?? kind
}
