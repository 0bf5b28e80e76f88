import { useLiveQuery } from 'dexie-react-hooks'
import { formatMonth } from '~/platform/values/dates'
import { formatMoney, money, toCents } from '~/platform/values/money'
import { useData } from '../data/database'
import { AsOf } from '../ui/AsOf'
import { Section } from '../ui/controls'

/** Sales and collections of this month beside their targets. */
export function Month() {
  const { db } = useData()
  const month = useLiveQuery(() => db.fact('month'), [db])
  if (!month) return null
  const { sales, collected, sales_target, collections_target } = month
  return (
    <Section title={formatMonth(month.month)}>
      <dl className="flex flex-col gap-2">
        {sales === undefined ? null : <Figure label="Sales" amount={sales} target={sales_target} />}
        <Figure label="Collected" amount={collected} target={collections_target} />
      </dl>
      <p className="mt-1 text-sm">
        <AsOf />
      </p>
    </Section>
  )
}

interface FigureProps {
  label: string
  amount: string
  target?: string | undefined
}

function Figure({ label, amount, target }: FigureProps) {
  const goal = target === undefined ? 0n : toCents(money(target))
  const percent = goal > 0n ? (toCents(money(amount)) * 100n) / goal : null
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-muted">{label}</dt>
      <dd className="figures font-semibold">{formatMoney(money(amount))}</dd>
      {target === undefined || percent === null ? null : (
        <dd className="figures w-full text-right text-sm text-muted">
          {String(percent)} % of {formatMoney(money(target))}
        </dd>
      )}
    </div>
  )
}
