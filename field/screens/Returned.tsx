import { formatQuantity } from '~/platform/values/quantity'
import { useGoods } from '../data/useGoods'
import type { ActOf, Correction } from '../data/written'

/** The goods of a return that was asked for. */
export function Returned({ act }: { act: ActOf<'return'> }) {
  const { facts } = act
  const products = useGoods(act)
  return (
    <>
      <ul>
        {facts.lines.map((line, at) => (
          <li key={line.product_id} className="flex justify-between gap-3">
            <span className="min-w-0">{products?.[at]?.name ?? 'No longer sold'}</span>
            <span className="figures shrink-0">
              {formatQuantity(line.quantity, products?.[at]?.case ?? 1)}
              {line.stock_state === 'bad_order' ? ' bad' : ''}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-muted">{facts.reason}</p>
    </>
  )
}

/** Returns the form of a return that was refused. */
export function correctReturn({ facts }: ActOf<'return'>): Correction<'return'> {
  const { booking_id, reason, lines } = facts
  return {
    to: `/bookings/${booking_id}/return`,
    about: booking_id,
    form: {
      reason,
      lines: lines.map(({ product_id, quantity, stock_state }) => ({
        ...{ product: product_id, pieces: quantity, bad: stock_state === 'bad_order' },
      })),
    },
  }
}
