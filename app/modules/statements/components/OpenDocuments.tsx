import { NET_OF_CHEQUES, owedAmount, owedName, RECEIVABLES } from '~/modules/receivables/terms'
import { paths } from '~/paths'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { chequeState, chequesName, describeOpen } from '../labels'
import type { StatementData } from '../load.server'
import type { Statement } from '../queries.server'

/**
 * Shows the open items of the last day: by age, by document, the cheques that have not cleared with
 * what is due after them, and bookings not yet invoiced.
 */
export function OpenDocuments({
  statement,
  buckets,
}: Pick<StatementData, 'statement' | 'buckets'>) {
  const { open, cheques, notInvoiced, closing, uncleared, remaining } = statement
  const openColumns: Column<Statement['open'][number]>[] = [
    {
      key: 'no',
      header: 'Document',
      phone: 'title',
      cell: (row) => row.no ?? row.soNo,
    },
    { key: 'what', header: 'Details', cell: describeOpen },
    { key: 'on', header: 'Date', cell: (row) => <DateText value={row.on} /> },
    { key: 'due', header: 'Due', cell: (row) => <DateText value={row.due} /> },
    { key: 'age', header: 'Age', align: 'end', cell: (row) => row.age },
    {
      key: 'balance',
      header: RECEIVABLES,
      align: 'end',
      cell: (row) => <Money value={row.balance} owed />,
      total: <Money value={closing} owed />,
    },
  ]
  const chequeColumns: Column<Statement['cheques'][number]>[] = [
    { key: 'no', header: 'CR no.', phone: 'title', cell: (row) => row.no },
    { key: 'on', header: 'Received', cell: (row) => <DateText value={row.on} /> },
    { key: 'bank', header: 'Cheque', cell: (row) => `${row.bank} ${row.cheque}` },
    { key: 'dated', header: 'Dated', cell: (row) => <DateText value={row.dated} /> },
    { key: 'state', header: 'Status', cell: chequeState },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      cell: (row) => <Money value={row.amount} />,
      total: <Money value={uncleared} />,
    },
  ]
  const bookingColumns: Column<Statement['notInvoiced'][number]>[] = [
    { key: 'so', header: 'SO no.', cell: (row) => row.soNo },
    { key: 'on', header: 'Delivered', cell: (row) => <DateText value={row.on} /> },
    {
      key: 'balance',
      header: 'Open now',
      align: 'end',
      cell: (row) => <Money value={row.balance} />,
    },
  ]
  return (
    <>
      <StatRow>
        {buckets.map(({ name, amount }) => (
          <Stat key={name} label={name} value={<Money value={amount} owed />} />
        ))}
      </StatRow>
      <div className="grid gap-4">
        <Panel title="Open documents" flush>
          <DataTable
            caption="Open documents"
            columns={openColumns}
            rows={open}
            rowKey={(row) => row.id}
            rowLink={(row) =>
              row.kind === 'unapplied'
                ? paths.treasury.collection(row.id)
                : paths.sales.booking(row.id)
            }
            empty={
              <EmptyState line title="No open documents">
                All invoices are paid.
              </EmptyState>
            }
          />
        </Panel>
        {cheques.length > 0 ? (
          <Panel
            title={chequesName(statement)}
            actions={
              <p>
                {owedName(NET_OF_CHEQUES, remaining)} <Money value={owedAmount(remaining)} />
              </p>
            }
            flush
          >
            <DataTable
              caption="Uncleared cheques"
              columns={chequeColumns}
              rows={cheques}
              rowKey={(row) => row.no}
              empty={null}
            />
          </Panel>
        ) : null}
        {notInvoiced.length > 0 ? (
          <Panel title="Delivered, not invoiced yet: not in the balance" flush>
            <DataTable
              caption="Delivered, not invoiced yet"
              columns={bookingColumns}
              rows={notInvoiced}
              rowKey={(row) => row.id}
              rowLink={(row) => paths.sales.booking(row.id)}
              empty={null}
            />
          </Panel>
        ) : null}
      </div>
    </>
  )
}
