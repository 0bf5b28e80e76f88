import { addMoney } from '~/platform/values/money'
import { vatClassLabel } from '~/platform/values/vat'
import { type Column, DataTable } from '~/ui/DataTable'
import { Money } from '~/ui/Figures'
import type { VoucherDocument, VoucherLine } from '../document.server'

/** Returns the columns of VAT, of a voucher that claims some or says of which class a line is. */
const vatColumns = ({ lines }: VoucherDocument): Column<VoucherLine>[] => [
  {
    key: 'class',
    header: 'VAT class',
    cell: ({ vatClass }) => (vatClass ? vatClassLabel(vatClass) : '–'),
  },
  {
    key: 'vat',
    header: 'Input VAT',
    align: 'end',
    cell: ({ vat }) => <Money value={vat} />,
    total: <Money value={addMoney(...lines.map(({ vat }) => vat))} />,
  },
]

/** Lists the lines of a voucher with their total. */
export function VoucherLines({
  voucher,
  currency,
}: {
  voucher: VoucherDocument
  currency: string
}) {
  const columns: Column<VoucherLine>[] = [
    {
      key: 'description',
      header: 'Particulars',
      phone: 'title',
      cell: (line) => line.description,
    },
    {
      key: 'center',
      header: 'Cost center',
      cell: (line) => (
        <>
          {line.costCenter ?? '–'}
          {line.accountNumber ? (
            <span className="block text-xs text-muted">{line.accountNumber}</span>
          ) : null}
        </>
      ),
    },
    ...(voucher.lines.some(({ vatClass }) => vatClass !== null) ? vatColumns(voucher) : []),
    {
      key: 'amount',
      header: `Amount (${currency})`,
      align: 'end',
      cell: (line) => <Money value={line.amount} />,
      total: <Money value={voucher.total} />,
    },
  ]
  return (
    <DataTable
      caption="Particulars"
      columns={columns}
      rows={voucher.lines}
      rowKey={(line) => String(line.lineNo)}
      empty={null}
    />
  )
}
