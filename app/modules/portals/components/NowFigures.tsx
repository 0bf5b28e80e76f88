import { NET_OF_CHEQUES, owedAmount, owedName, RECEIVABLES } from '~/modules/receivables/terms'
import { receivedTabAt } from '~/modules/treasury/cheques/tabs'
import { paths } from '~/paths'
import { toCents } from '~/platform/values/money'
import { percentOf } from '~/platform/values/percent'
import { Money } from '~/ui/Figures'
import { Stat, StatRow } from '~/ui/Stat'
import type { PortalData } from '../load.server'

/** Shows the current figures: receivables, overdue, cheques, and goods to buy. */
export function NowFigures({ day, receivables, cheques, stock, currency }: PortalData) {
  if (!receivables && !cheques && !stock) return null
  return (
    <section aria-label="Open now">
      <StatRow band>
        {receivables ? (
          <>
            <Stat
              label={`${owedName(RECEIVABLES, receivables.clearedBalance)} (${currency})`}
              value={<Money value={owedAmount(receivables.clearedBalance)} />}
              note={
                receivables.clearedBalance === receivables.balance ? null : (
                  <>
                    {NET_OF_CHEQUES} <Money value={receivables.balance} owed />
                  </>
                )
              }
              to={`${paths.reports.report('ar')}?level=customer&as_of=${day}`}
            />
            <Stat
              label={`Overdue (${currency})`}
              value={<Money value={receivables.overdue} />}
              note={shareText(percentOf(receivables.overdue, receivables.clearedBalance))}
              tone={toCents(receivables.overdue) > 0n ? 'danger' : undefined}
              to={`${paths.reports.report('ar')}?level=customer&overdue_only=1&as_of=${day}`}
            />
          </>
        ) : null}
        {cheques ? (
          <>
            <Stat
              label={`Cheques due (${currency})`}
              value={<Money value={cheques.due!.amount} />}
              note={`${countOf(cheques.due!.cheques, 'cheque')} to deposit`}
              tone={cheques.late!.cheques > 0 ? 'danger' : undefined}
              to={receivedTabAt('due')}
            />
            <Stat
              label={`Post-dated (${currency})`}
              value={<Money value={cheques.upcoming!.amount} />}
              note={countOf(cheques.upcoming!.cheques, 'cheque')}
              to={receivedTabAt('upcoming')}
            />
          </>
        ) : null}
        {stock ? (
          <Stat
            label="Below reorder level"
            value={stock.products.toLocaleString('en-US')}
            note="to reorder"
            tone={stock.products > 0 ? 'warn' : undefined}
            to={`${paths.inventory.stock}?below_reorder=1`}
          />
        ) : null}
      </StatRow>
    </section>
  )
}

const shareText = (percent: string | null) => percent && `${percent}% of receivables`

const countOf = (count: number, what: string) =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`
