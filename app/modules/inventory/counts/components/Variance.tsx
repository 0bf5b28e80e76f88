import { Quantity } from '~/ui/Figures'

/** Shows pieces over (+) or missing (-), and a dash for no variance. */
export function Variance({ pieces, caseConfig }: { pieces: number; caseConfig: number }) {
  if (pieces === 0) return <span className="text-muted">–</span>
  return (
    <span className="whitespace-nowrap">
      {pieces > 0 ? '+' : ''}
      <Quantity pieces={pieces} caseConfig={caseConfig} />
    </span>
  )
}

/**
 * Shows surplus and missing pieces of many products side by side, because they do not offset each
 * other.
 */
export function VarianceSum({
  surplus,
  missing,
}: {
  surplus: number | null
  missing: number | null
}) {
  if (surplus === null || missing === null) return <span className="text-muted">–</span>
  if (surplus === 0 && missing === 0) return <span className="figures">0 pc</span>
  return (
    <span className="figures whitespace-nowrap">
      {surplus > 0 ? `+${surplus.toLocaleString('en-US')}` : null}
      {surplus > 0 && missing > 0 ? ' / ' : null}
      {missing > 0 ? <span className="text-danger">-{missing.toLocaleString('en-US')}</span> : null}
      {' pc'}
    </span>
  )
}
