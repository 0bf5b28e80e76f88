import { Money } from '~/ui/Figures'
import { Locked } from '~/ui/Locked'
import { NEEDS_ANOTHER, type ReceiptCheck } from '../check'

/** Shows the effect of approving a receipt in a few words. */
export function CheckText({ check: { blocked, over } }: { check: ReceiptCheck }) {
  if (blocked.length > 0)
    return (
      <span>
        {blocked.map((reason) => (
          <span key={reason} className="block">
            {reason === NEEDS_ANOTHER ? (
              <Locked>{reason}</Locked>
            ) : (
              <span className="font-medium text-danger">{reason}</span>
            )}
          </span>
        ))}
      </span>
    )
  if (over === '0.00') return <span className="text-ok">OK</span>
  return (
    <span className="font-medium text-warn">
      <Money value={over} /> becomes credit
    </span>
  )
}
