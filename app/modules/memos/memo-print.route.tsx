import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { CountedPaperActions } from '~/modules/prints/CountedPaperActions'
import { countPrint, paperCopies } from '~/modules/prints/copies.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { price, unitPrice } from '~/platform/values/price'
import { DateText, Money } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { PaperActions } from '~/ui/PaperChoice'
import {
  PrintSheet,
  SheetAmount,
  type SheetColumn,
  SheetFacts,
  SheetSignatures,
  SheetTable,
  SheetWords,
} from '~/ui/PrintSheet'
import { numberColumn, quantityColumns, vatColumns } from '~/ui/paper-columns'
import { SheetTotals } from '~/ui/SheetTotals'
import { memoKind, memoReason } from './labels'
import { beforeVat, isOnTop, isTaxed, linesOf, nameOfLine } from './lines'
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

/** The rows of the paper: lines of a booking, goods, invoices that were credited, or the reason alone. */
function rowsOf(memo: MemoDocument) {
  const lines = linesOf(memo)
  if (lines.length > 0)
    return lines.map((line) => ({
      id: line.id,
      code: line.material_code,
      text: nameOfLine(line),
      quantity: line.pieces,
      caseConfig: line.case_config,
      price:
        line.pieces > 0
          ? unitPrice(
              line.price_difference
                ? price(line.price_difference, line.price_difference_pieces)
                : price(line.agent_srp, line.agent_srp_pieces),
            )
          : '',
      before: beforeVat(line),
      vat: isTaxed(memo) ? { vatClass: line.vat_class, amount: line.vat_amount } : null,
      amount: line.amount,
    }))
  const plain = { ...NOTHING, id: memo.id, text: memoReason(memo.reason), amount: memo.amount }
  if (memo.credited.length === 0) return [plain]
  return memo.credited.map((booking) => ({
    ...plain,
    id: booking.id,
    text: `${plain.text}, invoice ${booking.invoice_no ?? booking.so_no}`,
    amount: booking.amount,
  }))
}

const NOTHING = { code: null, quantity: 0, caseConfig: 1, price: '', before: null, vat: null }

type Row = ReturnType<typeof rowsOf>[number]

/** Returns the columns of the paper: those of goods only where lines have them. */
function columnsOf(memo: MemoDocument, rows: readonly Row[], currency: string): SheetColumn<Row>[] {
  const number = numberColumn<Row>
  const goods = linesOf(memo).length > 0
  return [
    ...(goods
      ? [
          {
            key: 'code',
            header: 'Code',
            className: 'whitespace-nowrap',
            cell: (row: Row) => row.code,
          },
        ]
      : []),
    { key: 'text', header: 'Description', className: 'w-full', cell: (row) => row.text },
    ...(goods
      ? [
          ...quantityColumns<Row>(({ caseConfig }) => caseConfig),
          number(memo.kind === 'debit' ? 'Difference' : 'Unit price', (row) => row.price),
        ]
      : []),
    ...(linesOf(memo).some(isOnTop)
      ? [number('Before VAT', (row) => <Money value={row.before} />)]
      : []),
    ...vatColumns(rows, ({ vat }) => vat),
    number(`Amount (${currency})`, (row) => <Money value={row.amount} />),
  ]
}

/** Returns the parts of the amount by VAT class; none of a memo without VAT. */
function vatRows(memo: MemoDocument) {
  if (!isTaxed(memo)) return []
  const row = (label: string, value: MemoDocument['amount']) => ({
    label,
    value: <Money value={value} />,
  })
  return [
    row('VATable, net of VAT', memo.vatable),
    row('VAT-exempt', memo.exempt),
    row('Zero-rated', memo.zero_rated),
    row('VAT', memo.vat_amount),
  ]
}

/** Prints a memo for the customer. Every amount comes from the database. */
export default function MemoPrint() {
  const { memo, print, letterhead, currency } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const rows = rowsOf(memo)
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
            [
              'Credited to',
              memo.for_goods
                ? memo.credited.map(({ invoice_no, so_no }) => invoice_no ?? so_no).join(', ')
                : null,
            ],
            ['Address', memo.address],
            ['Remarks', memo.note],
          ]}
          aside={
            <SheetAmount
              label={memo.kind === 'credit' ? 'Amount credited' : 'Amount charged'}
              value={<Money value={memo.amount} currency={currency} />}
              items={[['Date', <DateText key="date" value={memo.on_date} />]]}
            />
          }
        />
        <SheetTable
          rows={rows}
          rowKey={(row) => row.id}
          columns={columnsOf(memo, rows, currency)}
        />
        <SheetTotals
          breakdown={vatRows(memo)}
          sums={[
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
