import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { readHistory } from '~/modules/audit/trail.server'
import { FilesAndComments } from '~/modules/documents/FilesAndComments'
import { readFilesAndComments } from '~/modules/documents/parts.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { Details } from '~/ui/Details'
import { DocumentColumns } from '~/ui/DocumentColumns'
import { DocumentHead, type StatusStep } from '~/ui/DocumentHead'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { DateText, Money } from '~/ui/Figures'
import { Icon } from '~/ui/Icon'
import { Panel } from '~/ui/Panel'
import { ApproveMemo, CancelMemo } from './components/MemoActions'
import { MemoLines } from './components/MemoLines'
import { memoKind, memoReason } from './labels'
import { linesOf } from './lines'
import { type MemoDocument, readMemo } from './queries.server'
import { approveMemoSchema, cancelMemoSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.memo.memo_no ?? 'Memo'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'memos.read')
  const id = params.id!
  const [memo, history, parts] = await Promise.all([
    readMemo(db, project.projectId, id),
    readHistory(db, project, id),
    readFilesAndComments(db, project, 'memo', id),
  ])
  const may = (permission: (typeof project.permissions)[number]) =>
    project.permissions.includes(permission)
  const byAnother = memo.mine && project.settings.maker_checker.memos
  const approves = may('memos.approve')
  return {
    memo,
    byAnother: approves && byAnother && memo.status === 'pending',
    mayWrite: may('memos.write'),
    mayApprove: memo.status === 'pending' && approves && !byAnother,
    // The credit of goods is cancelled with their record.
    mayCancel:
      !memo.for_goods &&
      (memo.status === 'pending'
        ? approves || may('memos.write')
        : memo.status === 'approved' && approves && !(byAnother && memo.above_limit)),
    history,
    parts,
    project: project.projectId,
    currency: project.currency,
    timeZone: project.timeZone,
    today: today(project.timeZone),
    idempotencyKeys: { approve: newIdempotencyKey(), cancel: newIdempotencyKey() },
  }
}

export const action = formActions({
  permission: ['memos.write', 'memos.approve'],
  document: ({ db, projectId, id }) => readMemo(db, projectId, id),
  intents: (intent) => ({
    approve: intent({
      permission: 'memos.approve',
      schema: approveMemoSchema,
      command: ({ run, id, value: { version } }) =>
        run('approve_memo', { p_memo: id, p_version: version }),
      done: (_, { document }) => `${document.memo_no} is posted from its date.`,
    }),
    cancel: intent({
      schema: cancelMemoSchema,
      command: ({ run, id, value: { version, reason, date } }) =>
        run('cancel_memo', {
          p_memo: id,
          p_version: version,
          p_reason: reason,
          p_date: date,
        }),
      done: (_, { document }) => ({ text: `${document.memo_no} is cancelled.`, tone: 'info' }),
    }),
  }),
})

/** Describes the state of a memo. */
function stateOf({ status, cancel_reason }: MemoDocument, byAnother: boolean) {
  if (status === 'cancelled') return `Cancelled: ${cancel_reason}`
  if (status === 'approved') return null
  const waits = 'Not posted until approved.'
  return byAnother ? `${waits} You prepared it; another user must approve it.` : waits
}

/** Lists the steps of a memo. */
function stepsOf(memo: MemoDocument): StatusStep[] {
  return [
    { label: 'Prepared', on: memo.made_at, by: memo.made_by },
    { label: 'Approved', on: memo.approved_at, by: memo.approved_by },
    { label: 'Cancelled', on: memo.cancelled_at, by: memo.cancelled_by, bad: true },
  ]
}

function PrintMemo({ id }: { id: string }) {
  return (
    <LinkButton to={paths.memos.print(id)}>
      <Icon name="printer" />
      Print
    </LinkButton>
  )
}

/** Shows one memo: what it is for, its lines, and the bookings that it credited. */
export default function MemoPage() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { memo, currency, timeZone, project, idempotencyKeys } = data
  const acts = { memo, lastResult, project, idempotencyKeys, today: data.today }
  return (
    <>
      <DocumentHead
        title={memo.memo_no}
        badges={<StageBadge stage={memo.status} />}
        locked={data.byAnother && 'Needs a second approver'}
        description={stateOf(memo, data.byAnother)}
        list={{ label: 'Memos', to: paths.memos.list }}
        steps={stepsOf(memo)}
        amount={{ label: 'Amount', value: memo.amount, currency }}
        timeZone={timeZone}
        actions={
          data.mayApprove ? (
            <ApproveMemo key={memo.version} {...acts} />
          ) : (
            <PrintMemo id={memo.id} />
          )
        }
        more={
          <>
            {data.mayApprove ? <PrintMemo id={memo.id} /> : null}
            {data.mayWrite && memo.kind === 'credit' && memo.booking ? (
              <LinkButton to={paths.memos.addFor(memo.booking.id)}>Reapply credit</LinkButton>
            ) : null}
            {data.mayCancel ? <CancelMemo key={memo.version} {...acts} /> : null}
          </>
        }
        moreOpen={lastResult?.initialValue?.intent === 'cancel'}
      />
      {/* The dialog of a refused cancellation shows its own error. */}
      {data.mayCancel && lastResult?.initialValue?.intent === 'cancel' ? null : (
        <ErrorBanner errors={lastResult?.error?.['']} />
      )}
      <DocumentColumns rail={<FilesAndComments parts={data.parts} />}>
        <Panel title={memoKind(memo.kind)}>
          <Details
            items={[
              ['Date', <DateText key="on" value={memo.on_date} />],
              ['Reason', memoReason(memo.reason)],
              [
                'Customer',
                <Link
                  key="customer"
                  to={paths.customers.customer(memo.customer_id)}
                  className="text-accent hover:underline"
                >
                  {memo.customer_name}
                </Link>,
              ],
              ['Store', memo.store_name],
              [
                memo.kind === 'credit' ? 'Booking' : 'Paid as',
                memo.booking ? (
                  <Link
                    key="booking"
                    to={paths.sales.booking(memo.booking.id)}
                    className="text-accent hover:underline"
                  >
                    {memo.booking.invoice_no ?? memo.booking.so_no}
                  </Link>
                ) : null,
              ],
              ...(memo.corrects
                ? ([
                    [
                      'Correction of',
                      <Link
                        key="corrects"
                        to={paths.sales.booking(memo.corrects.id)}
                        className="text-accent hover:underline"
                      >
                        {memo.corrects.invoice_no ?? memo.corrects.so_no}
                      </Link>,
                    ],
                  ] as const)
                : []),
              ...(memo.purchase
                ? ([
                    [
                      'Goods',
                      <Link
                        key="purchase"
                        to={paths.inventory.purchase(memo.purchase.id)}
                        className="text-accent hover:underline"
                      >
                        {memo.purchase.po_no}
                      </Link>,
                    ],
                  ] as const)
                : []),
              ['VAT included', <Money key="vat" value={memo.vat_amount} />],
              ...(
                [
                  ['VAT-exempt', memo.exempt],
                  ['Zero-rated', memo.zero_rated],
                ] as const
              ).flatMap(([label, amount]) =>
                amount === '0.00' ? [] : [[label, <Money key={label} value={amount} />] as const],
              ),
              ['Remarks', memo.note],
              [
                'Reversed on',
                memo.cancelled_on ? <DateText key="off" value={memo.cancelled_on} /> : null,
              ],
            ]}
          />
        </Panel>
        {linesOf(memo).length > 0 ? (
          <Panel title="Lines" flush>
            <MemoLines memo={memo} currency={currency} />
          </Panel>
        ) : null}
        {memo.credited.length > 0 ? (
          <Panel title="Applied to" flush>
            <DataTable
              caption="Applied to"
              rows={memo.credited}
              rowKey={(row) => row.id}
              rowLink={(row) => paths.sales.booking(row.id)}
              columns={[
                { key: 'so', header: 'Booking', cell: (row) => row.so_no },
                { key: 'invoice', header: 'Invoice', cell: (row) => row.invoice_no },
                {
                  key: 'amount',
                  header: `Credited (${currency})`,
                  align: 'end',
                  cell: (row) => <Money value={row.amount} />,
                },
              ]}
              empty={null}
            />
          </Panel>
        ) : null}
        <HistoryPanel history={data.history} timeZone={timeZone} />
      </DocumentColumns>
    </>
  )
}
