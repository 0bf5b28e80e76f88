import type { ReactNode } from 'react'
import { type Money as Amount, toCents } from '~/platform/values/money'
import { Details } from '~/ui/Details'
import { Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import type { CustomerBucket } from '../ageing.server'
import { CreditLine, termsText } from './CreditLine'

interface Props {
  creditLine: Amount | null
  termsDays: number
  /** Ageing by range; null for readers without the report. */
  ageing: readonly CustomerBucket[] | null
  action: ReactNode
}

/** Shows the agreed credit and terms, and the ageing of the balance. */
export function CreditPanel({ creditLine, termsDays, ageing, action }: Props) {
  return (
    <Panel title={ageing ? 'Credit and aging' : 'Credit'} actions={action}>
      <Details
        items={[
          ['Credit limit', <CreditLine key="line" value={creditLine} />],
          ['Terms', termsText(termsDays)],
        ]}
      />
      {ageing ? (
        <div className="mt-3 border-t border-line pt-3">
          <Details
            items={ageing.map(({ name, amount, overdue }) => [
              name,
              <span key={name} className={overdue && owed(amount) ? 'text-danger' : undefined}>
                <Money value={amount} owed />
              </span>,
            ])}
          />
        </div>
      ) : null}
    </Panel>
  )
}

function owed(amount: Amount): boolean {
  return toCents(amount) > 0n
}
