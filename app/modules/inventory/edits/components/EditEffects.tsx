import type { ReactNode } from 'react'
import { eachOf } from '~/platform/values/price'
import { Details } from '~/ui/Details'
import { Money, Quantity } from '~/ui/Figures'
import { Price } from '~/ui/Price'
import type { Edit, EditEffect } from '../queries.server'

interface Props {
  edit: Pick<Edit, 'item' | 'to' | 'live' | 'caseConfig'>
  effect: EditEffect
}

/**
 * Shows the effect of an approval: each figure now and afterwards, including those that stay the
 * same.
 */
export function EditEffects({ edit, effect }: Props) {
  const { openBookings } = effect
  const { caseConfig } = edit
  const kept = edit.live ? (openBookings === 1 ? ', keeps its price' : ', keep their prices') : ''
  return (
    <Details
      items={[
        [
          'On hand',
          <Shift
            key="on hand"
            was={<Quantity pieces={effect.onHand} caseConfig={caseConfig} />}
            becomes={<Quantity pieces={effect.onHandThen} caseConfig={caseConfig} />}
            same={effect.onHand === effect.onHandThen}
          />,
        ],
        [
          'Stock value at SRP',
          <Shift
            key="value"
            was={<Money value={effect.value} />}
            becomes={<Money value={effect.valueThen} />}
            same={effect.value === effect.valueThen}
          />,
        ],
        [
          'Purchase total',
          <Shift
            key="total"
            was={<Money value={effect.total} />}
            becomes={<Money value={effect.totalThen} />}
            same={effect.total === effect.totalThen}
          />,
        ],
        [
          'Pending bookings',
          openBookings === 0 ? 'None' : `${openBookings.toLocaleString('en-US')}${kept}`,
        ],
        ...(edit.item === 'prod_srp'
          ? ([
              [
                'Current SRP',
                <Shift
                  key="live"
                  was={<Price value={effect.liveSrp} packing={{ caseConfig }} />}
                  becomes={<Price value={edit.to} packing={{ caseConfig }} />}
                  same={!edit.live || eachOf(effect.liveSrp) === eachOf(edit.to)}
                />,
              ],
            ] as const)
          : []),
      ]}
    />
  )
}

function Shift({ was, becomes, same }: { was: ReactNode; becomes: ReactNode; same: boolean }) {
  if (same) return <>{was}, unchanged</>
  return (
    <>
      {was} → <strong className="font-semibold">{becomes}</strong>
    </>
  )
}
