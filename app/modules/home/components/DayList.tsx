import { Link } from '@remix-run/react'
import { inboxAt, KINDS } from '~/modules/inbox/kinds'
import { dayNumber, today } from '~/platform/values/dates'
import { cx } from '~/ui/classes'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { moveByRow, useFirstRow } from '~/ui/row-keys'
import type { HomeDay } from '../day.server'
import { shownAs } from '../tasks'

interface Props extends Pick<HomeDay, 'waiting' | 'work'> {
  currency: string
  timeZone: string
}

interface Entry {
  key: string
  label: string
  to: string
  kind: 'Approve' | 'To do'
  items: number
  amount: HomeDay['work'][number]['amount']
  /** The first day of the oldest. */
  since: string | null
  tone: 'warn' | 'danger' | undefined
}

/** Lists what waits for the reader: approvals, then work that is due. Each row links to its list. */
export function DayList({ waiting, work, currency, timeZone }: Props) {
  useFirstRow(true)
  const day = today(timeZone)
  const entries: Entry[] = [
    ...waiting.map(
      ({ kind, oldest, ...due }): Entry => ({
        ...due,
        key: kind,
        label: KINDS[kind].label,
        to: inboxAt(kind),
        kind: 'Approve',
        since: today(timeZone, new Date(oldest)),
        tone: 'warn',
      }),
    ),
    ...work.map(({ task, oldest, ...due }): Entry => {
      const { label, to, tone } = shownAs(task)
      return { ...due, key: task, label, to, kind: 'To do', since: oldest, tone }
    }),
  ]
  if (entries.length === 0)
    return (
      <Panel title="Today" flush>
        <EmptyState line title="No pending items" />
      </Panel>
    )
  return (
    <Panel title="Today" flush>
      <table className="w-full" onKeyDown={moveByRow}>
        <caption className="sr-only">Approvals and work that is due</caption>
        <thead>
          <tr className="border-b border-line bg-sunken text-xs text-muted">
            <th className="px-4 py-1.5 text-left font-semibold max-sm:pl-3">Details</th>
            <th className="px-2 py-1.5 text-right font-semibold">Count</th>
            <th className="px-2 py-1.5 text-right font-semibold">Amount ({currency})</th>
            <th className="px-4 py-1.5 text-right font-semibold max-sm:px-2">Oldest</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ key, label, to, kind, items, amount, since, tone }) => (
            <tr key={key} className="relative border-b border-line last:border-b-0 hover:bg-sunken">
              <td className="py-2 pl-4 max-sm:py-3 max-sm:pl-3">
                <Link to={to} data-row className="font-medium after:absolute after:inset-0">
                  {label}
                </Link>
                <span className="ml-2 text-xs text-muted max-sm:hidden">{kind}</span>
              </td>
              <td
                className={cx(
                  'figures px-2 text-right font-semibold',
                  tone === 'warn' && 'text-warn',
                  tone === 'danger' && 'text-danger',
                )}
              >
                {items.toLocaleString('en-US')}
              </td>
              <td className="px-2 text-right">
                {amount === null ? null : <Money value={amount} />}
              </td>
              <td className="figures px-4 text-right whitespace-nowrap text-muted max-sm:px-2">
                {since === null ? null : ageText(dayNumber(day) - dayNumber(since))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function ageText(days: number): string {
  if (days <= 0) return 'today'
  return days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`
}
