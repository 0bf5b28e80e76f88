import { termsText } from '~/modules/customers/components/CreditLine'
import { PrintedLine } from '~/modules/prints/PrintActions'
import type { PrintedAs } from '~/modules/prints/printed'
import { NET_OF_CHEQUES, owedAmount, owedName, RECEIVABLES } from '~/modules/receivables/terms'
import { DateText, Money } from '~/ui/Figures'
import {
  type Letterhead,
  PrintSheet,
  SheetAmount,
  SheetFacts,
  SheetPayment,
  SheetTable,
} from '~/ui/PrintSheet'
import { chequeState, chequesName, describeEntry, describePeriod } from '../labels'
import type { Statement, StatementCustomer, StatementEntry } from '../queries.server'

interface Props {
  customer: StatementCustomer
  statement: Statement
  buckets: readonly Bucket[]
  letterhead: Letterhead
  currency: string
  printed: PrintedAs
  /** True when printed together with those of others. */
  batch?: boolean
}

interface Bucket {
  name: string
  amount: StatementEntry['balance']
}

type Row = StatementEntry | { index: -1; balance: StatementEntry['balance'] }

/** Prints one customer's statement of account on a sheet of its own, alone or with those of others. */
export function StatementSheet({
  customer,
  statement,
  buckets,
  letterhead,
  currency,
  printed,
  batch,
}: Props) {
  const { opening, closing, remaining, uncleared, cheques, notInvoiced } = statement
  const booked = (row: Row): row is StatementEntry => row.index >= 0
  return (
    <PrintSheet
      letterhead={letterhead}
      title="Statement of account"
      batch={batch}
      label={`Statement of account of ${customer.name}`}
      headerRight={
        <p className="text-muted">
          {describePeriod(statement)}
          <PrintedLine {...printed} />
        </p>
      }
    >
      <SheetFacts
        items={[
          ['Customer', customer.name],
          ['Store', customer.storeName],
          ['Address', customer.address],
          ['TIN', customer.tinNo],
        ]}
        aside={
          <SheetAmount
            label={owedName(RECEIVABLES, closing)}
            value={<Money value={owedAmount(closing)} currency={currency} />}
            items={[
              ['Terms', termsText(customer.termsDays)],
              ['Statement date', <DateText key="to" value={statement.to} />],
            ]}
          />
        }
      />
      <SheetTable<Row>
        rows={[{ index: -1, balance: opening }, ...statement.entries]}
        rowKey={({ index }) => String(index)}
        columns={[
          {
            key: 'on',
            header: 'Date',
            cell: (row) => (booked(row) ? <DateText value={row.on} /> : null),
          },
          {
            key: 'no',
            header: 'Document',
            className: 'whitespace-nowrap',
            cell: (row) => (booked(row) ? row.no : null),
          },
          {
            key: 'details',
            header: 'Details',
            className: 'w-1/2',
            cell: (row) => (booked(row) ? describeEntry(row) : 'Beginning balance'),
          },
          {
            key: 'charge',
            header: 'Charges',
            align: 'end',
            cell: (row) =>
              booked(row) && row.charge !== '0.00' ? <Money value={row.charge} /> : null,
          },
          {
            key: 'credit',
            header: 'Credits',
            align: 'end',
            cell: (row) =>
              booked(row) && row.credit !== '0.00' ? <Money value={row.credit} /> : null,
          },
          {
            key: 'balance',
            header: `Balance (${currency})`,
            align: 'end',
            cell: (row) => <Money value={row.balance} owed />,
          },
        ]}
        sums={[
          {
            label: owedName(RECEIVABLES, closing),
            value: <Money value={owedAmount(closing)} />,
            strong: true,
          },
          ...(cheques.length === 0
            ? []
            : [
                { label: chequesName(statement), value: <Money value={uncleared} /> },
                {
                  label: owedName(NET_OF_CHEQUES, remaining),
                  value: <Money value={owedAmount(remaining)} />,
                },
              ]),
        ]}
      />
      <SheetTable<readonly Bucket[]>
        rows={[buckets]}
        rowKey={() => 'ageing'}
        columns={buckets.map(({ name }, index) => ({
          key: name,
          header: name,
          align: 'end',
          cell: (row) => <Money value={row[index]!.amount} />,
        }))}
      />
      {cheques.length > 0 ? (
        <p className="text-xs text-muted">
          Uncleared cheques:{' '}
          {cheques.map((cheque, index) => (
            <span key={cheque.no} className="whitespace-nowrap">
              {index > 0 ? '; ' : null}
              {cheque.bank} {cheque.cheque} dated <DateText value={cheque.dated} />,{' '}
              {chequeState(cheque).toLowerCase()}, <Money value={cheque.amount} />
            </span>
          ))}
        </p>
      ) : null}
      {notInvoiced.length > 0 ? (
        <p className="text-xs text-muted">
          Delivered, not invoiced yet and not in the balance:{' '}
          {notInvoiced.map(({ soNo }) => soNo).join(', ')}
        </p>
      ) : null}
      <div className="mt-3">
        <SheetPayment letterhead={letterhead} />
      </div>
    </PrintSheet>
  )
}
