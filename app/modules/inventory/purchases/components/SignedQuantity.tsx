import { formatQuantity } from '~/platform/values/quantity'

/** Shows pieces in (+) or out (-), with the cases and pieces that they make in brackets. */
export function SignedQuantity({ pieces, caseConfig }: { pieces: number; caseConfig: number }) {
  const count = Math.abs(pieces)
  const whole = `${count.toLocaleString('en-US')} pc`
  const cases = formatQuantity(count, caseConfig)
  return (
    <span className="figures whitespace-nowrap">
      {pieces > 0 ? '+' : pieces < 0 ? '-' : ''}
      {whole}
      {cases === whole ? null : <span className="text-xs text-muted"> ({cases})</span>}
    </span>
  )
}
