import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { CashLines } from '~/modules/treasury/remittance/components/CashTable'
import { varianceOf, varianceWord } from '~/platform/values/cash-count'
import type { Money as Amount } from '~/platform/values/money'
import { Details } from '~/ui/Details'
import { DateText, Money } from '~/ui/Figures'
import type { Named, Said, SaidRemittance } from '../said'
import { BookedTable, HandedInTable, PartsTable, ReturnedTable } from './ActTables'

interface Props {
  said: Said
  currency: string
  timeZone: string
}

/** Shows what an act says. */
export function ActContent({ said, currency, timeZone }: Props) {
  switch (said.kind) {
    case 'booking':
      return (
        <Facts
          items={[
            ['Customer', <NamedLink key="customer" {...said.customer} />],
            ['Remarks', said.remarks],
          ]}
        >
          <BookedTable lines={said.lines} sum={said.sum} currency={currency} />
        </Facts>
      )
    case 'receipt':
      return (
        <Facts
          items={[
            ['Customer', <NamedLink key="customer" {...said.customer} />],
            ['CR no.', said.crNo],
            ...(said.skipReason ? [['Skipped numbers', said.skipReason] as const] : []),
            ['Applied to', <Applied key="applied" applied={said.applied} />],
            ['Remarks', said.remarks],
          ]}
        >
          <PartsTable parts={said.parts} sum={said.sum} currency={currency} />
        </Facts>
      )
    case 'remittance':
      return <Remittance said={said} currency={currency} />
    case 'return':
      return (
        <Facts
          items={[
            ['Booking', <NamedLink key="booking" {...said.booking} />],
            ['Reason', said.reason],
          ]}
        >
          <ReturnedTable lines={said.lines} />
        </Facts>
      )
    case 'booking_cancel':
      return (
        <Facts
          items={[
            ['Booking', <NamedLink key="booking" {...said.booking} />],
            ['Reason', said.reason],
          ]}
        />
      )
    case 'customer':
      return <Facts items={said.items} />
    case 'visit':
      return (
        <Facts
          items={[
            ['Customer', <NamedLink key="customer" {...said.customer} />],
            ['Visit', said.skipped ? 'Skipped' : 'Visited'],
            [
              said.skipped ? 'Skipped at' : 'Begun',
              <DateText key="begun" value={said.begunAt} timeZone={timeZone} />,
            ],
            ...(said.skipped
              ? []
              : [
                  [
                    'Ended',
                    <DateText key="ended" value={said.endedAt} timeZone={timeZone} />,
                  ] as const,
                ]),
            [said.skipped ? 'Reason' : 'Why nothing was ordered', said.reason],
          ]}
        />
      )
    default:
      return (
        <div className="p-4">
          <p className="mb-2 text-muted">This version does not know such an act. It says:</p>
          <pre className="overflow-x-auto text-xs">{said.text}</pre>
        </div>
      )
  }
}

type Items = readonly (readonly [label: string, ReactNode])[]

function Facts({ items, children }: { items: Items; children?: ReactNode }) {
  return (
    <>
      <div className="p-4">
        <Details items={items} />
      </div>
      {children}
    </>
  )
}

/** Shows what the collector counted against the receipts. */
function Remittance({ said, currency }: { said: SaidRemittance; currency: string }) {
  const { sums, counted, unseen } = said
  const variance = varianceOf(sums.cash, counted)
  const whole = unseen === 0
  const figure = (value: Amount) => <Money value={value} />
  return (
    <Facts
      items={[
        ['Cash counted', figure(counted)],
        ...(whole
          ? [
              ['Cash receipts', figure(sums.cash)] as const,
              [varianceWord(variance) ?? 'Difference', figure(variance)] as const,
              ['Cheques', figure(sums.cheques)] as const,
              ['Transfers, withholding tax', figure(sums.others)] as const,
            ]
          : [['Receipts not shown', `${unseen}`] as const]),
        ['Reason for the difference', said.reason],
        ['Remarks', said.remarks],
      ]}
    >
      <CashLines cash={said.cash} currency={currency} />
      <HandedInTable receipts={said.receipts} currency={currency} />
    </Facts>
  )
}

function Applied({ applied }: { applied: (Said & { kind: 'receipt' })['applied'] }) {
  if (applied === 'oldest') return <>The oldest open documents</>
  if (applied.length === 0) return <>Unapplied</>
  return (
    <ul>
      {applied.map(({ key, booking, amount }) => (
        <li key={key}>
          <NamedLink {...booking} /> <Money value={amount} />
        </li>
      ))}
    </ul>
  )
}

function NamedLink({ name, to }: Named) {
  if (!to) return <>{name}</>
  return (
    <Link to={to} className="text-accent hover:underline">
      {name}
    </Link>
  )
}
