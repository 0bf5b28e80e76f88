import { vatClassLabel } from '~/platform/values/vat'
import { type Column, DataTable } from '~/ui/DataTable'
import { Money } from '~/ui/Figures'
import type { VoucherDocument, VoucherLine } from '../document.server'

const VAT: Column<VoucherLine>[] = [
  {
    key: 'class',
    header: 'VAT class',
    cell: ({ vatClass }) => (vatClass ? vatClassLabel(vatClass) : '–'),
  },
  { key: 'vat', header: 'Input VAT', align: 'end', cell: ({ vat }) => <Money value={vat} /> },
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
    ...(voucher.lines.some(({ vatClass }) => vatClass !== null) ? VAT : []),
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
