import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { monthEnd } from '~/platform/values/dates'
import { type Money as Amount, formatMoney, isZero } from '~/platform/values/money'
import { changeFrom, percentOf } from '~/platform/values/percent'
import { cx } from '~/ui/classes'
import { Money } from '~/ui/Figures'
import { AgingBar, Sparkline, TargetArc } from '~/ui/Meters'
import type { CompanyDay } from '../company-day.server'
import type { HomeDay, MonthBeside } from '../day.server'
import { ChangeMark } from './ChangeMark'

interface Props extends Pick<HomeDay, 'sales' | 'collections' | 'receivables'> {
  overview: CompanyDay
  today: string
  currency: string
}

/** The most letters of an amount that fits on a laptop in the largest size. */
const HERO_LETTERS = 12

/** Shows the four figures of owners and managers: sales against the target, collections, cash today, and overdue by age. */
export function HeroFigures({ sales, collections, receivables, overview, today, currency }: Props) {
  const { salesTarget, cash, days, collected, ageing } = overview
  const reached = sales && salesTarget && percentOf(sales.month, salesTarget)
  const amounts = [sales?.month, collections?.month, cash?.total, receivables?.overdue]
  const long = amounts.some((amount) => amount && formatMoney(amount).length > HERO_LETTERS)
  const due = (Number(today.slice(8)) / Number(monthEnd(today).slice(8))) * 100
  return (
    <section
      aria-label="The company today"
      className="mb-4 grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 xl:grid-cols-4"
    >
      {sales ? (
        <Hero
          long={long}
          label={`Sales, month to date (${currency})`}
          amount={sales.month}
          to={paths.reports.report('sales')}
          beside={
            reached ? (
              <TargetArc
                label={`${reached}% of the month's target, ${due.toFixed(0)}% of the month elapsed`}
                percent={Number(reached)}
                due={due}
              />
            ) : (
              days && (
                <Sparkline label="Sales by day, last 30 days" values={days.map(({ now }) => now)} />
              )
            )
          }
        >
          {reached ? (
            <span className="block">
              Target <Money value={salesTarget} />
            </span>
          ) : null}
          <Change {...sales} />
        </Hero>
      ) : null}
      {collections ? (
        <Hero
          long={long}
          label={`Collections, month to date (${currency})`}
          amount={collections.month}
          to={paths.reports.report('collection')}
          beside={
            collected && <Sparkline label="Collections by day, last 30 days" values={collected} />
          }
        >
          <Change {...collections} />
        </Hero>
      ) : null}
      {cash ? (
        <Hero
          long={long}
          label={`Cash and banks today (${currency})`}
          amount={cash.total}
          to={paths.treasury.position}
          beside={<Sparkline label="Cash and banks by evening, last 30 days" values={cash.byDay} />}
        >
          Office <Money value={cash.office} />, banks <Money value={cash.banks} />
        </Hero>
      ) : null}
      {receivables ? (
        <Hero
          long={long}
          label={`Overdue (${currency})`}
          amount={receivables.overdue}
          danger={!isZero(receivables.overdue)}
          to={`${paths.reports.report('ar')}?level=customer&overdue_only=1`}
        >
          {ageing ? <AgingBar buckets={ageing} /> : null}
          <span className="mt-1 block">
            of <Money value={receivables.cleared_balance} /> receivables
          </span>
        </Hero>
      ) : null}
    </section>
  )
}

interface HeroProps {
  label: string
  amount: Amount
  /** True where one of the figures is long: all have letters of one size. */
  long: boolean
  danger?: boolean
  to: string
  beside?: ReactNode
  children: ReactNode
}

/** Shows an amount with smaller cents. */
function Hero({ label, amount, long, danger, to, beside, children }: HeroProps) {
  const [whole, cents] = formatMoney(amount).split('.')
  return (
    <Link
      to={to}
      className="flex min-w-0 flex-col bg-surface p-4 hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span className="text-xs text-muted">{label}</span>
      <span
        className={cx(
          'figures mt-1 font-semibold tracking-tight',
          long ? 'text-figure' : 'text-figure sm:text-hero',
          danger && 'text-danger',
        )}
      >
        {whole}
        <span className="text-base">.{cents}</span>
      </span>
      <span className="mt-1 flex flex-1 items-end justify-between gap-3 text-xs text-muted">
        <span className="min-w-0 flex-1">{children}</span>
        {beside}
      </span>
    </Link>
  )
}

/** Says the change from the same days of the month before; nothing where a percentage says nothing. */
function Change({ month, last_month }: MonthBeside) {
  const change = changeFrom(last_month, month)
  return change ? (
    <span className="block">
      <ChangeMark change={change} /> vs previous month
    </span>
  ) : null
}
