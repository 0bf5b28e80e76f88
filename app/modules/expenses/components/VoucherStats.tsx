import { useSearchParams } from '@remix-run/react'
import { withoutCursor } from '~/platform/request/first-page'
import { Money } from '~/ui/Figures'
import { Stat, StatRow } from '~/ui/Stat'
import type { VoucherTotals } from '../queries.server'

const LABELS = [
  ['pending', 'Pending'],
  ['printed', 'Printed'],
  ['released', 'Released'],
  ['cancelled', 'Cancelled'],
] as const

/** Shows the totals of the filtered vouchers by status. Each links to its vouchers. */
export function VoucherStats({ totals, currency }: { totals: VoucherTotals; currency: string }) {
  const [params] = useSearchParams()
  const to = (status: string) => {
    const next = withoutCursor(params)
    next.set('status', status)
    return `?${next}`
  }
  return (
    <StatRow>
      {LABELS.map(([status, label], index) => {
        const { vouchers, total } = totals[status]
        return (
          <Stat
            key={status}
            label={index === 0 ? `${label} (${currency})` : label}
            to={to(status)}
            value={<Money value={total} />}
            note={`${vouchers.toLocaleString('en-US')} ${vouchers === 1 ? 'voucher' : 'vouchers'}`}
          />
        )
      })}
    </StatRow>
  )
}
