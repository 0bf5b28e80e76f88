/** `opening` is none: the balance before a period. */
const KINDS: Record<string, [usual: string, opposite: string]> = {
  purchase: ['Purchase', 'Purchase taken back'],
  return_in: ['Return from customer', 'Return taken back'],
  supplier_return: ['Return to supplier', 'Return to supplier taken back'],
  issue: ['Delivery', 'Delivery taken back'],
  return_credit: ['Return from customer', 'Return taken back'],
  adjustment: ['Count', 'Count'],
  opening: ['Opening balance', 'Opening balance'],
}

/** A movement in staff's words; an opposite row (a cancelled or corrected document) says so. */
export function movementName(kind: string, quantity: number): string {
  const outward = kind === 'supplier_return' || kind === 'issue'
  const names = KINDS[kind] ?? [kind, kind]
  return quantity < 0 === outward ? names[0] : names[1]
}
