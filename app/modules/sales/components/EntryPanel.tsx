import type { Money as Amount } from '~/platform/values/money'
import { formatQuantity } from '~/platform/values/quantity'
import { Details } from '~/ui/Details'
import { DateText, Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import type { Credit } from '../credit'
import type { OrderedProduct, ProposedProduct } from '../entry'
import { CreditFacts } from './CreditFacts'

interface Props {
  credit: Credit | null
  customer: string | null
  ordered: readonly OrderedProduct[]
  total: Amount
}

/**
 * Shows the customer's credit and the stock of the chosen products, beside booking entry, while
 * typing.
 */
export function EntryPanel({ credit, customer, ordered, total }: Props) {
  return (
    <>
      <Panel title={customer ? `Credit of ${customer}` : 'Credit'}>
        {credit ? (
          <CreditFacts credit={credit} total={total} />
        ) : (
          <>
            <p className="mb-3 text-muted">Choose a customer to see the available credit.</p>
            <Details
              layout="rows"
              items={[['This booking', <Money key="total" value={total} />]]}
            />
          </>
        )}
      </Panel>
      <Panel title="Stock and prices">
        {ordered.length > 0 ? (
          <ul className="flex flex-col gap-2.5">
            {ordered.map((product) => (
              <li key={product.id}>
                <StockLine {...product} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">Choose a product to see its price and what is available.</p>
        )}
      </Panel>
    </>
  )
}

function StockLine({ label, caseConfig, pieces, available, proposed }: OrderedProduct) {
  const short = available !== undefined && pieces > available
  return (
    <>
      <span className="block font-medium">{label}</span>
      <span className="flex flex-wrap justify-between gap-x-4 text-xs">
        <span className="text-muted">Ordered {formatQuantity(pieces, caseConfig)}</span>
        {available === undefined ? null : (
          <span className={short ? 'font-semibold text-warn' : 'text-muted'}>
            {short ? 'only ' : ''}
            {formatQuantity(Math.max(available, 0), caseConfig)} available
          </span>
        )}
      </span>
      {proposed ? <ProposedPrice {...proposed} /> : null}
    </>
  )
}

/** Shows the proposed price, where it comes from, and below which price an override is needed. */
function ProposedPrice({ prices, list, floor, vatOnTop }: ProposedProduct) {
  return (
    <span className="flex flex-wrap justify-between gap-x-4 text-xs text-muted">
      <span>
        <span className="figures">{prices.agent_srp}</span>{' '}
        {list ? (
          <>
            of {list.name}, from <DateText value={list.validFrom} />
          </>
        ) : (
          'current SRP'
        )}
        {vatOnTop > 0 ? `, VAT ${vatOnTop}% on top` : null}
      </span>
      {floor ? (
        <span>
          floor <span className="figures">{floor}</span>
        </span>
      ) : null}
    </span>
  )
}
