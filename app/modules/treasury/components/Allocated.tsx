import { type Money as Amount, formatMoney } from '~/platform/values/money'

interface Props {
  allocated: readonly { soNo: string }[]
  unapplied: Amount
}

const SHOWN = 2

/** Shows the first SO numbers that a receipt pays, and its unapplied credit. */
export function Allocated({ allocated, unapplied }: Props) {
  const rest = allocated.length - SHOWN
  return (
    <span className="figures">
      {allocated.slice(0, SHOWN).map(({ soNo }, index) => (
        <span key={soNo} className="whitespace-nowrap">
          {index > 0 ? ', ' : ''}
          {soNo}
        </span>
      ))}
      {rest > 0 ? <span className="text-muted"> and {rest} more</span> : null}
      {unapplied === '0.00' ? null : (
        <span className="block text-xs text-muted">{formatMoney(unapplied)} unapplied</span>
      )}
    </span>
  )
}
