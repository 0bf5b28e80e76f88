import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { CountedPaperActions } from '~/modules/prints/CountedPaperActions'
import { countPrint, paperCopies } from '~/modules/prints/copies.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { formatMoney } from '~/platform/values/money'
import { price, unitPrice } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import { DateText, Money } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { PaperActions } from '~/ui/PaperChoice'
import {
  PrintSheet,
  SheetAmount,
  SheetFacts,
  SheetSignatures,
  SheetTable,
  SheetWords,
} from '~/ui/PrintSheet'
import { nameOfLine } from './components/MemoLines'
import { memoKind, memoReason } from './labels'
import { type MemoDocument, readMemo } from './queries.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.memo.memo_no ?? 'Memo'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'memos.read')
  const memo = await readMemo(db, project.projectId, params.id!)
  return {
    memo,
    print: await paperCopies(
      { db, project },
      'memo',
      memo.status === 'pending' ? [] : [memo.memo_no],
    ),
    letterhead: await readLetterhead(db, project),
    currency: project.currency,
  }
}

export const action = formAction({ permission: 'memos.read', ...countPrint('memo') })

/** The rows of the paper: lines of a booking, invoices that were credited, or the reason alone. */
function rowsOf({ lines, credited, reason, amount, id }: MemoDocument) {
  if (lines.length > 0)
    return lines.map((line) => ({
      id: line.id,
      text: line.price_difference
        ? `${nameOfLine(line)}, undercharge ${formatMoney(line.price_difference)}`
        : nameOfLine(line),
      quantity: line.pieces > 0 ? formatQuantity(line.pieces, line.case_config) : '',
      pieces: line.pieces > 0 ? line.pieces.toLocaleString('en-US') : '',
      price:
        line.pieces > 0
          ? unitPrice(price(line.price_difference ?? line.agent_srp, line.agent_srp_pieces))
          : '',
      amount: line.amount,
    }))
  if (credited.length > 0)
    return credited.map((booking) => ({
      id: booking.id,
      text: `${memoReason(reason)}, invoice ${booking.invoice_no ?? booking.so_no}`,
      quantity: '',
      pieces: '',
      price: '',
      amount: booking.amount,
    }))
  return [{ id, text: memoReason(reason), quantity: '', pieces: '', price: '', amount }]
}

/** Prints a memo for the customer. Every amount comes from the database. */
export default function MemoPrint() {
  const { memo, print, letterhead, currency } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={memoKind(memo.kind)}
          crumbs={[
            { label: 'Memos', to: paths.memos.list },
            { label: memo.memo_no, to: paths.memos.memo(memo.id) },
          ]}
          actions={
            memo.status === 'pending' ? (
              <PaperActions />
            ) : (
              <CountedPaperActions numbers={[memo.memo_no]} {...{ print, lastResult }} />
            )
          }
        />
      </div>
      <PrintSheet
        letterhead={letterhead}
        title={memoKind(memo.kind)}
        copies={print.copies[memo.memo_no]}
        headerRight={
          <>
            <p className="figures text-base font-semibold">{memo.memo_no}</p>
            {memo.status === 'approved' ? null : (
              <p className="font-semibold text-danger">
                {memo.status === 'cancelled' ? 'CANCELLED' : 'NOT APPROVED'}
              </p>
            )}
          </>
        }
      >
        <SheetFacts
          items={[
            ['Customer', memo.customer_name],
            ['Store', memo.store_name],
            ['Reason', memoReason(memo.reason)],
            ['TIN', memo.tin_no],
            ['Invoice', (memo.kind === 'credit' ? memo.booking : memo.corrects)?.invoice_no],
            ['Address', memo.address],
            ['Note', memo.note],
          ]}
          aside={
            <SheetAmount
              label={memo.kind === 'credit' ? 'Credited' : 'Charged'}
              value={<Money value={memo.amount} currency={currency} />}
              items={[['Date', <DateText key="date" value={memo.on_date} />]]}
            />
          }
        />
        <SheetTable
          rows={rowsOf(memo)}
          rowKey={(row) => row.id}
          columns={[
            { key: 'text', header: 'Description', className: 'w-1/2', cell: (row) => row.text },
            ...(memo.lines.length > 0
              ? (
                  [
                    ['quantity', 'Quantity'],
                    ['pieces', 'Total pc'],
                    ['price', memo.kind === 'debit' ? 'Difference' : 'Unit price'],
                  ] as const
                ).map(([key, header]) => ({
                  key,
                  header,
                  align: 'end' as const,
                  className: 'whitespace-nowrap',
                  cell: (row: ReturnType<typeof rowsOf>[number]) => row[key],
                }))
              : []),
            {
              key: 'amount',
              header: `Amount (${currency})`,
              align: 'end',
              cell: (row) => <Money value={row.amount} />,
            },
          ]}
          sums={[
            ...(memo.vat_amount === '0.00'
              ? []
              : [
                  { label: 'Net of VAT', value: <Money value={memo.net} /> },
                  { label: 'VAT', value: <Money value={memo.vat_amount} /> },
                ]),
            {
              label: 'Total',
              value: <Money value={memo.amount} currency={currency} />,
              strong: true,
            },
          ]}
        />
        <SheetWords amount={memo.amount} currency={currency} />
        <SheetSignatures labels={['Prepared by', 'Approved by', 'Received by', 'Date']} />
      </PrintSheet>
    </>
  )
}
