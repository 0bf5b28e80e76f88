import { termsText } from '~/modules/customers/components/CreditLine'
import { logoAddress } from '~/modules/logos/address'
import { Details } from '~/ui/Details'
import { Panel } from '~/ui/Panel'
import { describePeriod } from '../labels'
import type { StatementData } from '../load.server'

/** Shows the head of the statement: the company, the customer and the period. */
export function StatementLetterhead({
  company,
  customer,
  statement,
  run,
}: Pick<StatementData, 'company' | 'customer' | 'statement' | 'run'>) {
  const logo = logoAddress(company.logo)
  return (
    <Panel className="mb-4">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-4">
        <div>
          <p className="text-base font-semibold">{company.title}</p>
          {company.address ? <p className="text-muted">{company.address}</p> : null}
        </div>
        {logo ? <img src={logo} alt="" className="max-h-12 max-w-48" /> : null}
      </div>
      <Details
        items={[
          ['Customer', customer.name],
          ['Store', customer.storeName],
          ['Address', customer.address],
          ['TIN', customer.tinNo],
          ['Terms', termsText(customer.termsDays)],
          ['Period', describePeriod(statement)],
          ['Run by', run],
        ]}
      />
    </Panel>
  )
}
