import { collectionType } from '~/modules/receivables/collection-types'
import { addMoney } from '~/platform/values/money'
import { DateText, Money } from '~/ui/Figures'
import {
  type Letterhead,
  PrintSheet,
  SheetFacts,
  SheetSignatures,
  SheetTable,
} from '~/ui/PrintSheet'
import { varianceWord } from '../counting'
import { denominationText } from '../denominations'
import type { RemittanceDocument } from '../document.server'

interface Props {
  remittance: RemittanceDocument
  people: { collector: string; receivedBy: string | null }
  letterhead: Letterhead
  timeZone: string
  drrLabel: string
  currency: string
  copies?: number
}

/**
 * Prints a remittance for collector and cashier to sign: receipts, cheques, cash count and totals.
 */
export function RemittanceSheet(props: Props) {
  const { remittance, people, letterhead, timeZone, drrLabel, currency, copies } = props
  const cheques = remittance.receipts.filter(({ cheque }) => cheque)
  return (
    <PrintSheet
      letterhead={letterhead}
      title="Remittance report"
      copies={copies}
      headerRight={
        <>
          <p className="figures text-base font-semibold">
            {drrLabel} {remittance.no}
          </p>
          {remittance.status === 'cancelled' ? (
            <p className="font-semibold text-danger">CANCELLED</p>
          ) : null}
        </>
      }
    >
      <SheetFacts
        items={[
          ['Collector', people.collector],
          ['Remitted', <DateText key="on" value={remittance.on} />],
          ['Received by', people.receivedBy],
          ['Received', <DateText key="at" value={remittance.receivedAt} timeZone={timeZone} />],
          ['Remarks', remittance.remarks],
        ]}
      />
      <SheetTable
        rows={remittance.receipts}
        rowKey={(receipt) => receipt.id}
        columns={[
          { key: 'cr', header: 'CR no.', className: 'whitespace-nowrap', cell: (row) => row.crNo },
          { key: 'on', header: 'Collected', cell: (row) => <DateText value={row.on} /> },
          { key: 'customer', header: 'Customer', className: 'w-1/2', cell: (row) => row.customer },
          { key: 'type', header: 'Type', cell: (row) => collectionType(row.type) },
          {
            key: 'amount',
            header: `Amount (${currency})`,
            align: 'end',
            cell: (row) => <Money value={row.amount} />,
          },
        ]}
        sums={[
          { label: 'Cash', value: <Money value={remittance.expected} /> },
          { label: 'Cheques', value: <Money value={remittance.cheques} /> },
          ...(remittance.others === '0.00'
            ? []
            : [
                { label: 'Transfers, withholding tax', value: <Money value={remittance.others} /> },
              ]),
          {
            label: 'Total receipts',
            strong: true,
            value: (
              <Money value={addMoney(remittance.expected, remittance.cheques, remittance.others)} />
            ),
          },
        ]}
      />
      {cheques.length > 0 ? (
        <SheetTable
          rows={cheques}
          rowKey={(receipt) => receipt.id}
          columns={[
            {
              key: 'bank',
              header: 'Cheque of',
              className: 'w-1/2',
              cell: (row) => row.cheque?.bank,
            },
            {
              key: 'no',
              header: 'Cheque no.',
              className: 'whitespace-nowrap',
              cell: (row) => row.cheque?.no,
            },
            {
              key: 'date',
              header: 'Dated',
              cell: (row) => <DateText value={row.cheque?.date ?? null} />,
            },
            {
              key: 'cr',
              header: 'CR no.',
              className: 'whitespace-nowrap',
              cell: (row) => row.crNo,
            },
            {
              key: 'amount',
              header: `Amount (${currency})`,
              align: 'end',
              cell: (row) => <Money value={row.amount} />,
            },
          ]}
        />
      ) : null}
      <CashOnPaper remittance={remittance} currency={currency} />
      <SheetSignatures
        labels={[
          `Remitted by ${people.collector}`,
          `Received by ${people.receivedBy ?? ''}`,
          'Checked by',
        ]}
      />
    </PrintSheet>
  )
}

function CashOnPaper({ remittance, currency }: Pick<Props, 'remittance' | 'currency'>) {
  const { cash, counted, expected, variance, varianceReason } = remittance
  const word = varianceWord(variance)
  if (cash.length === 0 && expected === '0.00') return null
  return (
    <div className="max-w-[110mm] break-inside-avoid">
      <SheetTable
        rows={cash}
        rowKey={(line) => line.value}
        columns={[
          {
            key: 'value',
            header: 'Cash',
            align: 'end',
            cell: (line) => denominationText(line.value),
          },
          { key: 'pieces', header: 'Qty', align: 'end', cell: (line) => line.pieces },
          {
            key: 'amount',
            header: `Amount (${currency})`,
            align: 'end',
            cell: (line) => <Money value={line.amount} />,
          },
        ]}
        sums={[
          { label: 'Cash counted', strong: true, value: <Money value={counted} /> },
          { label: 'Cash receipts', value: <Money value={expected} /> },
          ...(word
            ? [{ label: `${word}: ${varianceReason}`, value: <Money value={variance} /> }]
            : []),
        ]}
      />
    </div>
  )
}
