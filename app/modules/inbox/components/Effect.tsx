import type { ReactNode } from 'react'
import { modeLabel } from '~/modules/expenses/modes'
import { VarianceSum } from '~/modules/inventory/counts/components/Variance'
import { EditChange } from '~/modules/inventory/edits/components/EditChange'
import { EditEffects } from '~/modules/inventory/edits/components/EditEffects'
import { memoReason } from '~/modules/memos/labels'
import { EffectBefore } from '~/modules/sales/warehouse/components/RequestEffect'
import { requestKindLabel } from '~/modules/sales/warehouse/kinds'
import { CheckText } from '~/modules/treasury/approval/components/CheckText'
import { PaidBy } from '~/modules/treasury/components/PaidBy'
import { formatDate } from '~/platform/values/dates'
import { Details } from '~/ui/Details'
import { Money, Quantity } from '~/ui/Figures'
import type { Facts } from '../facts'

type Of<K extends Facts['kind']> = Extract<Facts, { kind: K }>

interface Props {
  facts: Facts
  /** Users' names by id. */
  names: Record<string, string>
}

/** Shows the effect of an approval, with the labels and figures of the document's own page. */
export function Effect({ facts, names }: Props): ReactNode {
  switch (facts.kind) {
    case 'booking':
    case 'override':
      return <BookingEffect facts={facts} />
    case 'customer':
      return (
        <p>
          {facts.facts.join(', ') || 'No further details.'}
          <span className="block text-muted">Agent: {names[facts.agentId] ?? 'Former agent'}</span>
        </p>
      )
    case 'collection':
      return <CollectionEffect facts={facts} />
    case 'voucher':
      return (
        <p>
          Pays out <Money value={facts.net} />, {modeLabel(facts.mode).toLowerCase()}
          {facts.cheque ? ` ${facts.cheque}` : ''}.
          {facts.facts.length > 0 ? (
            <span className="block text-muted">{facts.facts.join(', ')}</span>
          ) : null}
        </p>
      )
    case 'memo':
      return <MemoEffect facts={facts} />
    case 'write_off':
      return (
        <div>
          <p>Written off from bad orders, dated {formatDate(facts.on)}:</p>
          <ul className="list-disc pl-5">
            {facts.goods.map(({ product, pieces, caseConfig }) => (
              <li key={product}>
                <Quantity pieces={pieces} caseConfig={caseConfig} /> {product}
              </li>
            ))}
          </ul>
        </div>
      )
    case 'product_edit':
      return (
        <div className="flex flex-col gap-3">
          <p>
            <EditChange edit={facts.edit} />
          </p>
          <EditEffects edit={facts.edit} effect={facts.effect} />
        </div>
      )
    case 'count':
      return <CountEffect facts={facts} />
    case 'warehouse':
      return (
        <div className="flex flex-col gap-3">
          <p className="font-medium">{requestKindLabel(facts.asks)}</p>
          {facts.effect ? (
            <EffectBefore kind={facts.asks} soNo={facts.soNo ?? ''} effect={facts.effect} />
          ) : null}
        </div>
      )
  }
}

function MemoEffect({ facts }: { facts: Of<'memo'> }) {
  const { isCredit, reason, on, vat, invoice } = facts
  return (
    <p>
      {memoReason(reason)}, dated {formatDate(on)}.{' '}
      {isCredit ? (
        <>
          Reduces the balance of{' '}
          {invoice ? (
            <span className="whitespace-nowrap">{invoice}</span>
          ) : (
            'the oldest open invoices'
          )}
          .
        </>
      ) : (
        'Charged to the customer from its date.'
      )}
      {vat === '0.00' ? null : (
        <span className="block text-muted">
          VAT included: <Money value={vat} />
        </span>
      )}
    </p>
  )
}

function BookingEffect({ facts }: { facts: Of<'booking' | 'override'> }) {
  const { creditLeft, overBy, belowFloor, otherPrices, short } = facts
  return (
    <p>
      Reserves the goods. Available credit:{' '}
      {creditLeft === null ? 'no limit' : <Money value={creditLeft} />}
      {overBy ? (
        <span className="font-medium text-warn">
          , over by <Money value={overBy} />
        </span>
      ) : null}
      {belowFloor.length > 0 ? (
        <span className="block font-medium text-warn">
          Below the price floor: {belowFloor.join(', ')}
        </span>
      ) : null}
      {otherPrices.length > 0 ? (
        <span className="block text-muted">Other prices: {otherPrices.join(', ')}</span>
      ) : null}
      {short.length > 0 ? (
        <span className="block font-medium text-warn">Short of {short.join(', ')}</span>
      ) : null}
    </p>
  )
}

function CollectionEffect({ facts }: { facts: Of<'collection'> }) {
  const { means, pays, check } = facts
  return (
    <Details
      items={[
        [
          'Payment type',
          means.map(({ type, amount, cheque }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a receipt never move.
            <span key={at} className="block">
              <PaidBy type={type} cheque={cheque} />
              {means.length > 1 ? (
                <>
                  {' '}
                  <Money value={amount} />
                </>
              ) : null}
            </span>
          )),
        ],
        ['Applied to', pays.length > 0 ? pays.join(', ') : 'Not applied: becomes credit'],
        ['Check', <CheckText key="check" check={check} />],
      ]}
    />
  )
}

function CountEffect({ facts }: { facts: Of<'count'> }) {
  const { counted, lines, differing, surplus, missing, costValue, srpValue } = facts
  return (
    <Details
      items={[
        ['Counted', `${counted.toLocaleString('en-US')} of ${lines.toLocaleString('en-US')}`],
        ['Items with variance', differing.toLocaleString('en-US')],
        ['Overage, shortage', <VarianceSum key="pieces" surplus={surplus} missing={missing} />],
        ['Value at cost', <Money key="cost" value={costValue} />],
        ['Value at SRP', <Money key="srp" value={srpValue} />],
      ]}
    />
  )
}
