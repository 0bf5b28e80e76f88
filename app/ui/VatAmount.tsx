import type { Money as Amount } from '~/platform/values/money'
import { vatClassLabel } from '~/platform/values/vat'
import { Money } from './Figures'

/** The VAT in an amount, and the class that it has. */
export interface Vat {
  vatClass: string
  amount: Amount
}

/** Shows the VAT of a line, and below it its class. */
export function VatAmount({ vat }: { vat: Vat | null }) {
  if (!vat) return <Money value={null} />
  return (
    <>
      <Money value={vat.amount} />
      <span className="block text-xs whitespace-nowrap text-muted">
        {vatClassLabel(vat.vatClass)}
      </span>
    </>
  )
}
