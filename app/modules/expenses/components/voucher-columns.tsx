import { Badge, StageBadge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import { needsApproval } from '../approval'
import { modeLabel } from '../modes'
import type { VoucherRow } from '../queries.server'

/** Columns of the voucher list. `limit` is the amount above which vouchers need approval. */
export function voucherColumns(currency: string, limit: string | null): Column<VoucherRow>[] {
  return [
    {
      key: 'no',
      header: 'Voucher',
      phone: 'title',
      nowrap: true,
      cell: (row) => <span className="figures">No. {row.voucherNo}</span>,
    },
    { key: 'added', header: 'Date', cell: (row) => <DateText value={row.dateAdded} /> },
    {
      key: 'payee',
      header: 'Pay to',
      cell: (row) => <Twofold first={row.payTo} second={row.description} />,
    },
    { key: 'invoice', header: 'Invoice', nowrap: true, cell: (row) => row.invoiceNo ?? '–' },
    {
      key: 'category',
      header: 'Category',
      cell: (row) => <Twofold first={row.category ?? '–'} second={row.classification} />,
    },
    {
      key: 'mode',
      header: 'Payment type',
      cell: (row) => (
        <Twofold
          first={row.chequeNo ? `Cheque ${row.chequeNo}` : modeLabel(row.mode)}
          second={row.bank}
        />
      ),
    },
    {
      key: 'total',
      header: `Total (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.total} />,
    },
    {
      key: 'status',
      header: 'Status',
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          <StageBadge stage={row.status} />
          {needsApproval(row, limit) ? <Badge tone="warn">For approval</Badge> : null}
        </span>
      ),
    },
  ]
}

function Twofold({ first, second }: { first: string; second: string | null }) {
  return (
    <>
      {first}
      {second ? <span className="block text-xs text-muted">{second}</span> : null}
    </>
  )
}
