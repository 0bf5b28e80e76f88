import { formatQuantity } from '~/platform/values/quantity'
import { DateText, Money } from '~/ui/Figures'
import {
  type Letterhead,
  PrintSheet,
  SheetFacts,
  SheetSignatures,
  SheetTable,
} from '~/ui/PrintSheet'
import { badOrderKind } from './labels'
import type { BadOrder } from './queries.server'

interface Props {
  record: BadOrder
  letterhead: Letterhead
  currency: string
}

/** Prints a record of bad orders, for those who hand over and take the goods. */
export function BadOrderSheet({ record, letterhead, currency }: Props) {
  return (
    <PrintSheet
      letterhead={letterhead}
      title={badOrderKind(record.kind)}
      headerRight={
        <>
          <p className="figures text-base font-semibold">{record.record_no}</p>
          <DateText value={record.on_date} />
          {record.status === 'approved' ? null : (
            <p className="font-semibold text-danger">
              {record.status === 'cancelled' ? 'CANCELLED' : 'NOT APPROVED'}
            </p>
          )}
        </>
      }
    >
      <SheetFacts
        items={[
          ['Reason', record.reason],
          [
            'Written off',
            record.cost === null ? null : (
              <Money key="cost" value={record.cost} currency={currency} />
            ),
          ],
        ]}
      />
      <SheetTable
        rows={record.lines}
        rowKey={(row) => row.id}
        columns={[
          { key: 'code', header: 'Code', className: 'whitespace-nowrap', cell: (row) => row.code },
          {
            key: 'product',
            header: 'Description',
            className: 'w-1/2',
            cell: (row) => row.description,
          },
          {
            key: 'quantity',
            header: 'Quantity',
            align: 'end',
            cell: (row) => formatQuantity(row.quantity, row.caseConfig),
          },
          {
            key: 'pieces',
            header: 'Total pc',
            align: 'end',
            cell: (row) => row.quantity.toLocaleString('en-US'),
          },
        ]}
      />
      <SheetSignatures
        labels={[
          { label: 'Entered by', name: record.by },
          { label: 'Approved by', name: record.approvedBy },
          'Received by',
        ]}
      />
    </PrintSheet>
  )
}
