import { NET_OF_CHEQUES, owedAmount, owedName, RECEIVABLES } from '~/modules/receivables/terms'
import { paths } from '~/paths'
import { type Money as Amount, toCents } from '~/platform/values/money'
import { Money } from '~/ui/Figures'
import { Stat, StatRow } from '~/ui/Stat'
import { HomeSection } from './HomeSection'

interface Props {
  balance: Amount
  cleared_balance: Amount
  overdue: Amount
  currency: string
}

/** Shows the receivables of today. Each figure links to its report. */
export function Receivables({ balance, cleared_balance, overdue, currency }: Props) {
  return (
    <HomeSection title="Receivables">
      <StatRow band>
        <Stat
          label={`${owedName(RECEIVABLES, cleared_balance)} (${currency})`}
          value={<Money value={owedAmount(cleared_balance)} />}
          explains="Invoices less cleared payments"
          to={`${paths.reports.report('ar')}?level=customer`}
        />
        <Stat
          label={owedName(NET_OF_CHEQUES, balance)}
          value={<Money value={owedAmount(balance)} />}
          explains="Uncleared cheques count as paid"
          to={`${paths.reports.report('ar')}?level=customer`}
        />
        <Stat
          label="Overdue"
          value={<Money value={overdue} />}
          explains="Unpaid after the due date"
          tone={toCents(overdue) > 0n ? 'danger' : undefined}
          to={`${paths.reports.report('ar')}?level=customer&overdue_only=1`}
        />
      </StatRow>
    </HomeSection>
  )
}
