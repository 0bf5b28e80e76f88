import { Link } from '@remix-run/react'
import type { Money as Amount } from '~/platform/values/money'
import { type Column, DataTable } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import { describeEntry, documentPath } from '../labels'
import type { Statement, StatementEntry } from '../queries.server'

/** A row of the table; the first row is the balance brought forward. */
type Row = StatementEntry | { kind: 'forward'; balance: Amount }

/** Lists the documents of the period with the balance after each of them. */
export function Entries({ statement }: { statement: Statement }) {
  const columns: Column<Row>[] = [
    {
      key: 'on',
      header: 'Date',
      cell: (row) => ('on' in row ? <DateText value={row.on} /> : null),
      phone: 'hide',
    },
    {
      key: 'no',
      header: 'Document',
      phone: 'title',
      cell: (row) => ('on' in row ? <Document entry={row} /> : 'Beginning balance'),
    },
    {
      key: 'details',
      header: 'Details',
      className: 'w-full! sm:not-print:max-w-0!',
      phone: 'line',
      cell: (row) =>
        'on' in row ? (
          <>
            <span className="sm:hidden">
              <DateText value={row.on} />{' '}
            </span>
            {describeEntry(row)}
          </>
        ) : null,
    },
    {
      key: 'charge',
      header: 'Charges',
      align: 'end',
      cell: (row) => ('on' in row ? <Sparse value={row.charge} /> : null),
      total: <Money value={statement.charges} />,
    },
    {
      key: 'credit',
      header: 'Credits',
      align: 'end',
      cell: (row) => ('on' in row ? <Sparse value={row.credit} /> : null),
      total: <Money value={statement.credits} />,
    },
    {
      key: 'balance',
      header: 'Balance',
      align: 'end',
      cell: (row) => <Money value={row.balance} owed />,
      total: <Money value={statement.closing} owed />,
    },
  ]
  return (
    <DataTable
      caption="Statement"
      columns={columns}
      rows={[{ kind: 'forward', balance: statement.opening }, ...statement.entries]}
      count={statement.entries.length}
      rowKey={(row) => ('on' in row ? String(row.index) : row.kind)}
      empty={null}
    />
  )
}

function Document({ entry }: { entry: StatementEntry }) {
  return (
    <Link to={documentPath(entry)} className="text-accent hover:underline print:text-ink">
      {entry.no}
    </Link>
  )
}

function Sparse({ value }: { value: Amount }) {
  return value === '0.00' ? null : <Money value={value} />
}
