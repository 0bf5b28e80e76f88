import { formatMoney } from '~/platform/money'
import { formatQuantity } from '~/platform/quantity'
import type { RequestDocument } from '../request.server'

/** What approving does, or did, to stock and to what the customer owes. */
export function RequestEffect({ request }: { request: RequestDocument }) {
  if (request.kind === 'hold') {
    return (
      <p>
        {request.status === 'done'
          ? 'The hold is over: the goods can be delivered.'
          : 'The goods stay reserved and are not delivered until the request is done. Nothing changes in stock or balance.'}
      </p>
    )
  }
  const stock = request.kind === 'reduce' ? 'free to sell' : 'on hand'
  return (
    <>
      <ul className="flex flex-col gap-1.5">
        {request.lines
          .filter((line) => line.asked > 0)
          .map((line) => (
            <li key={line.id}>
              {line.product}:{' '}
              <span className="figures whitespace-nowrap">
                +{formatQuantity(line.asked, line.caseConfig)}
              </span>{' '}
              {stock}
            </li>
          ))}
      </ul>
      <p className="mt-3">
        Owed on {request.soNo}:{' '}
        <span className="figures font-medium">−{formatMoney(request.credit)}</span>
        <span className="block text-xs text-muted">
          What is paid beyond the rest becomes credit of the customer.
        </span>
      </p>
    </>
  )
}
