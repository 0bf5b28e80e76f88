import { formatQuantity } from '~/platform/values/quantity'

/** Shows pieces in (+) or out (-) as cases and pieces, with the total pieces below. */
export function SignedQuantity({ pieces, caseConfig }: { pieces: number; caseConfig: number }) {
  const sign = pieces > 0 ? '+' : ''
  const whole = `${sign}${pieces.toLocaleString('en-US')} pc`
  const cases = `${sign}${formatQuantity(pieces, caseConfig)}`
  return (
    <span className="figures whitespace-nowrap">
      {whole}
      {cases === whole ? null : <span className="block text-xs text-muted">{cases}</span>}
    </span>
  )
}
