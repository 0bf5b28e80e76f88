import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import type { Cell } from '~/platform/files/sheet'
import { sheetReply } from '~/platform/files/workbook.server'
import { memoKind, memoReason } from './labels'
import { allMemos } from './queries.server'

/** Exports the memos of the same filters to Excel or CSV. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'memos.read')
  const { rows, credits, creditVat, debits } = await allMemos(db, project.projectId, request.url)
  const head: Cell[][] = [
    [{ bold: project.title || project.projectName }],
    [`Credit and debit memos, in ${project.currency}`],
    [],
  ]
  const header = ['Memo no.', 'Type', 'Date', 'Customer', 'Store', 'Invoice', 'Reason', 'Status']
  return sheetReply(
    context,
    {
      name: 'Memos',
      widths: [14, 14, 12, 32, 24, 16, 20, 12, 14, 14, 14, 20, 20],
      header: head.length,
      rows: [
        ...head,
        [...header, 'VAT', 'Credit', 'Debit', 'Prepared by', 'Approved by'],
        ...rows.map((memo): Cell[] => [
          memo.memoNo,
          memoKind(memo.kind),
          { day: memo.onDate },
          memo.customerName,
          memo.storeName,
          memo.invoiceNo ?? memo.soNo,
          memoReason(memo.reason),
          memo.status,
          { money: memo.vat },
          memo.kind === 'credit' ? { money: memo.amount } : null,
          memo.kind === 'debit' ? { money: memo.amount } : null,
          memo.madeBy,
          memo.approvedBy,
        ]),
        [
          { bold: 'Total' },
          null,
          null,
          'approved only',
          ...Array<null>(4).fill(null),
          { money: creditVat, bold: true },
          { money: credits, bold: true },
          { money: debits, bold: true },
        ],
      ],
    },
    { name: 'Memos', url: request.url },
  )
}
