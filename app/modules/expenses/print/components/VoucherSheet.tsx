import { addMoney } from '~/platform/values/money'
import { vatClassLabel } from '~/platform/values/vat'
import { DateText, Money } from '~/ui/Figures'
import {
  type Letterhead,
  PrintSheet,
  SheetAmount,
  SheetFacts,
  SheetSignatures,
  SheetTable,
  SheetWords,
} from '~/ui/PrintSheet'
import type { VoucherDocument, VoucherLine } from '../../document.server'
import { modeLabel } from '../../modes'

interface Props {
  voucher: VoucherDocument
  /** The names of the users who created and approved the voucher. */
  people: { createdBy: string | null; approvedBy: string | null }
  letterhead: Letterhead
  currency: string
}

/** Prints the voucher for signing and filing. All amounts come from the database. */
export function VoucherSheet({ voucher, people, letterhead, currency }: Props) {
  const withheld = voucher.ewt !== '0.00'
  const withVat = voucher.lines.some(({ vatClass }) => vatClass !== null)
  return (
    <PrintSheet
      letterhead={letterhead}
      title="Disbursement voucher"
      copies={voucher.status === 'cancelled' ? 0 : voucher.copies}
      headerRight={
        <>
          <p className="figures text-base font-semibold">No. {voucher.voucherNo}</p>
          <DateText value={voucher.dateAdded} />
          <Mark {...voucher} />
        </>
      }
    >
      <SheetFacts
        items={[
          ['Pay to', voucher.payTo],
          ['Account no.', voucher.payToAccountNo ?? '–'],
          ['Category', voucher.category ?? '–'],
          ['Invoice', voucher.invoiceNo ?? '–'],
          ['Classification', voucher.classification ?? '–'],
          [
            'Bank',
            voucher.bank && (
              <>
                {voucher.bank} <span className="whitespace-nowrap">{voucher.bankAccountNo}</span>
              </>
            ),
          ],
          [
            'Cheque',
            voucher.chequeNo && (
              <>
                <span className="figures">{voucher.chequeNo}</span> dated{' '}
                <DateText value={voucher.chequeDate} />
              </>
            ),
          ],
        ]}
        aside={
          <SheetAmount
            label="Net amount payable"
            value={<Money value={voucher.net} currency={currency} />}
            items={[['Mode', modeLabel(voucher.mode)]]}
          />
        }
      />
      {voucher.description ? <p className="mb-3">{voucher.description}</p> : null}
      <SheetTable
        rows={voucher.lines}
        rowKey={(line) => String(line.lineNo)}
        columns={[
          {
            key: 'particulars',
            header: 'Particulars',
            className: 'w-1/2',
            cell: (line) => line.description,
          },
          {
            key: 'center',
            header: 'Cost center',
            cell: (line) =>
              [line.costCenter, line.accountNumber].filter(Boolean).join(' · ') || '–',
          },
          ...(withVat
            ? [
                {
                  key: 'vat',
                  header: 'Input VAT',
                  align: 'end' as const,
                  cell: (line: VoucherLine) =>
                    line.vatClass === 'vatable' ? (
                      <Money value={line.vat} />
                    ) : line.vatClass ? (
                      vatClassLabel(line.vatClass)
                    ) : (
                      '–'
                    ),
                },
              ]
            : []),
          {
            key: 'amount',
            header: `Amount (${currency})`,
            align: 'end',
            cell: (line) => <Money value={line.amount} />,
          },
        ]}
        sums={[
          ...(withVat
            ? [
                {
                  label: 'Input VAT',
                  value: <Money value={addMoney(...voucher.lines.map(({ vat }) => vat))} />,
                },
              ]
            : []),
          { label: 'Total', value: <Money value={voucher.total} />, strong: !withheld },
          ...(withheld
            ? [
                { label: 'Less withholding tax (EWT)', value: <Money value={voucher.ewt} /> },
                {
                  label: 'Net amount payable',
                  value: <Money value={voucher.net} currency={currency} />,
                  strong: true,
                },
              ]
            : []),
        ]}
      />
      <SheetWords amount={voucher.net} currency={currency} />
      <SheetSignatures
        labels={[
          { label: 'Prepared by', name: people.createdBy },
          { label: 'Approved by', name: people.approvedBy },
          {
            label: 'Released by',
            name: voucher.releaser?.name ?? null,
            office: voucher.releaser?.designation,
          },
          'Received by',
          'Date received',
        ]}
      />
    </PrintSheet>
  )
}

/** Marks a print as draft or cancelled, so that it is not taken for the original. */
function Mark({ status, copies }: Pick<VoucherDocument, 'status' | 'copies'>) {
  const mark = status === 'cancelled' ? 'CANCELLED' : copies === 0 ? 'DRAFT' : null
  return mark ? <p className="font-semibold text-danger">{mark}</p> : null
}
