import { formatDiscount } from '~/platform/values/discount'
import { formatMoney, money } from '~/platform/values/money'
import { formatQuantity } from '~/platform/values/quantity'
import { useGoods } from '../data/useGoods'
import type { ActOf, Correction } from '../data/written'
import { useSession } from '../session'

/** The lines of a booking that was written. */
export function Booked({ act }: { act: ActOf<'booking'> }) {
  const { facts, answer, total } = act
  const { company } = useSession()
  const products = useGoods(act)
  const due = answer?.total ?? total
  return (
    <>
      <ul>
        {facts.lines.map((line, at) => (
          <li
            key={`${line.product_id} ${line.free_of ?? 0}`}
            className="flex justify-between gap-3"
          >
            <span className="min-w-0">{products?.[at]?.name ?? 'No longer sold'}</span>
            <span className="figures shrink-0">
              {formatQuantity(line.quantity, products?.[at]?.case ?? 1)}
              {line.free_of ? ' free' : null}
              <Less percent={line.discount_percent} amount={line.discount_amount} />
            </span>
          </li>
        ))}
      </ul>
      {due ? (
        <p className="figures mt-2 text-right font-semibold">
          {formatMoney(money(due), company.currency)}
        </p>
      ) : null}
      {facts.remarks ? <p className="text-muted">{facts.remarks}</p> : null}
    </>
  )
}

function Less({ percent = '0', amount = '0' }: { percent?: string; amount?: string }) {
  const text = formatDiscount({ percent, amount: money(amount) })
  return text ? <>, less {text}</> : null
}

/** Returns the form of a booking that was refused. */
export function correctBooking({ facts }: ActOf<'booking'>): Correction<'booking'> {
  const lines = facts.lines.flatMap((line, at) => {
    if (line.free_of) return []
    const discount = formatDiscount({
      percent: line.discount_percent ?? '0',
      amount: money(line.discount_amount ?? '0'),
    })
    const free = facts.lines
      .filter(({ free_of }) => free_of === at + 1)
      .map(({ product_id, quantity }) => ({ product: product_id, pieces: quantity }))
    return [
      {
        ...{ product: line.product_id, pieces: line.quantity },
        ...(discount && { discount }),
        ...(free.length > 0 && { free }),
      },
    ]
  })
  return {
    to: `/customers/${facts.customer_id}/booking`,
    about: facts.customer_id,
    form: { lines, remarks: facts.remarks ?? '' },
  }
}
