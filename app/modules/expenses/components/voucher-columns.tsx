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
      cell: (row) => <span className="figures">No. {row.voucherNo}</span>,
    },
    {
      key: 'added',
      header: 'Date',
      phone: 'show',
      cell: (row) => <DateText value={row.dateAdded} />,
    },
    {
      key: 'payee',
      header: 'Pay to',
      grow: true,
      cell: (row) => row.payTo,
    },
    { key: 'for', header: 'For', grow: true, phone: 'hide', cell: (row) => row.description ?? '–' },
    {
      key: 'invoice',
      tablet: 'hide',
      header: 'Invoice',
      phone: 'hide',
      cell: (row) => row.invoiceNo ?? '–',
    },
    {
      key: 'category',
      tablet: 'hide',
      header: 'Category',
      phone: 'hide',
      cell: (row) => row.category ?? '–',
    },
    {
      key: 'classification',
      header: 'Classification',
      optional: true,
      cell: (row) => row.classification ?? '–',
    },
    {
      key: 'mode',
      header: 'Payment type',
      cell: (row) => (row.chequeNo ? `Cheque ${row.chequeNo}` : modeLabel(row.mode)),
    },
    { key: 'bank', header: 'Bank account', optional: true, cell: (row) => row.bank ?? '–' },
    {
      key: 'total',
      header: `Total (${currency})`,
      phone: 'amount',
      align: 'end',
      cell: (row) => <Money value={row.total} />,
    },
    {
      key: 'status',
      header: 'Status',
      phone: 'show',
      cell: (row) =>
        needsApproval(row, limit) ? (
          <Badge tone="warn">For approval</Badge>
        ) : (
          <StageBadge stage={row.status} />
        ),
    },
  ]
}
