import type { Money as Amount } from '~/platform/values/money'
import { Money } from '~/ui/Figures'

/** Shows a credit line. Null is "No limit" and zero is "Cash only". */
export function CreditLine({ value }: { value: Amount | null }) {
  if (value === null) return <span className="text-muted">No limit</span>
  if (value === '0.00') return <span className="text-muted">Cash only</span>
  return <Money value={value} />
}

export function termsText(days: number): string {
  if (days === 0) return 'Cash'
  return days === 1 ? '1 day' : `${days} days`
}
