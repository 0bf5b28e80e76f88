import type { ReactNode } from 'react'
import { formatMoney } from '~/platform/values/money'
import { formatQuantity } from '~/platform/values/quantity'
import { Details } from '~/ui/Details'
import { Money, Quantity } from '~/ui/Figures'
import type { RequestEffect } from '../effect'
import type { RequestDocument } from '../request.server'

interface BeforeProps {
  /** The kind of request: hold, reduce or take_back. */
  kind: string
  soNo: string
  effect: RequestEffect
}

/** Shows the effect of an approval, from current figures, before the decision. */
export function EffectBefore({ kind, soNo, effect }: BeforeProps) {
  const { stock, owed, freed, obstacle } = effect
  return (
    <div className="flex flex-col gap-3">
      {obstacle ? (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          {obstacle} It can only be rejected.
        </p>
      ) : null}
      {kind === 'hold' ? (
        <p>
          The goods stay reserved and are not delivered until the request is completed. Stock and
          balance do not change.
        </p>
      ) : (
        <>
          <Details
            layout="wide"
            items={[
              ...stock.map(
                ({ id, product, caseConfig, before, after }) =>
                  [
                    `${product}: ${kind === 'reduce' ? 'available' : 'on hand'}`,
                    <Step
                      key={id}
                      before={<Quantity pieces={before} caseConfig={caseConfig} />}
                      after={<Quantity pieces={after} caseConfig={caseConfig} />}
                    />,
                  ] as const,
              ),
              [
                `Balance of ${soNo}`,
                <Step
                  key="owed"
                  before={<Money value={owed.before} />}
                  after={<Money value={owed.after} />}
                />,
              ],
            ]}
          />
          {freed === '0.00' ? null : (
            <p>
              <span className="figures">{formatMoney(freed)}</span> is already paid and becomes an
              unapplied payment.
            </p>
          )}
        </>
      )}
    </div>
  )
}

function Step({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <span>
      {before} <span aria-hidden>→</span>
      <span className="sr-only">becomes</span> <strong className="font-semibold">{after}</strong>
    </span>
  )
}

/** Shows the effect of a decided request. */
export function EffectAfter({ request }: { request: RequestDocument }) {
  if (request.status === 'rejected') return <p>Rejected: stock and balance were not changed.</p>
  if (request.kind === 'hold') {
    return (
      <p>
        {request.status === 'done'
          ? 'The hold is over: the goods can be delivered.'
          : 'The goods stay reserved and are not delivered until the request is completed.'}
      </p>
    )
  }
  const stock = request.kind === 'reduce' ? 'available' : 'on hand'
  return (
    <>
      <ul className="flex flex-col gap-1.5">
        {request.lines
          .filter((line) => line.requested > 0)
          .map((line) => (
            <li key={line.id}>
              {line.product}:{' '}
              <span className="figures whitespace-nowrap">
                +{formatQuantity(line.requested, line.caseConfig)}
              </span>{' '}
              {stock}
            </li>
          ))}
      </ul>
      <p className="mt-3">
        Balance of {request.soNo}:{' '}
        <span className="figures font-medium">-{formatMoney(request.credit)}</span>
        <span className="block text-xs text-muted">
          The excess payment became an unapplied payment.
        </span>
      </p>
    </>
  )
}
