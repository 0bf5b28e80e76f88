import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { readHistory } from '~/modules/audit/trail.server'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { StageBadge } from '~/ui/Badge'
import { DataTable } from '~/ui/DataTable'
import { Details } from '~/ui/Details'
import { DocumentHead, type StatusStep } from '~/ui/DocumentHead'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { DateText, Money, Quantity } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { PaperActions } from '~/ui/PaperChoice'
import { PaperSheets } from '~/ui/PaperSheet'
import { badOrderPaper } from './bad-order-paper.server'
import { badOrderKind } from './labels'
import { type BadOrder, readBadOrder } from './queries.server'
import { approveWriteOffSchema, cancelWriteOffSchema } from './schema'
import { ApproveWriteOff, CancelWriteOff } from './WriteOffActions'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.record.record_no ?? 'Bad orders'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project, user } = await requirePermission(context, 'stock.movements')
  const record = await readBadOrder(db, project.projectId, params.id!)
  const decides = project.permissions.includes('counts.decide')
  const waits = record.status === 'pending'
  const { currency } = project
  const letterhead = await readLetterhead(db, project)
  const paper = badOrderPaper({ record, letterhead, currency })
  const mine =
    record.created_by === user.userId && (project.settings.maker_checker.write_offs ?? true)
  return {
    record,
    byAnother: waits && decides && mine,
    mayApprove: waits && decides && !mine,
    mayCancel:
      record.kind === 'write_off' &&
      record.status !== 'cancelled' &&
      (decides || (waits && project.permissions.includes('counts.write'))),
    history: await readHistory(db, project, record.id),
    project: project.projectId,
    papers: { file: `${paper.title} ${record.record_no}`, sheets: [paper] },
    currency,
    timeZone: project.timeZone,
    today: today(project.timeZone),
    idempotencyKeys: { approve: newIdempotencyKey(), cancel: newIdempotencyKey() },
  }
}

export const action = formActions({
  permission: ['counts.write', 'counts.decide'],
  document: ({ db, projectId, id }) => readBadOrder(db, projectId, id),
  intents: (intent) => ({
    approve: intent({
      permission: 'counts.decide',
      schema: approveWriteOffSchema,
      command: ({ run, id, value: { version } }) =>
        run('approve_write_off', { p_record: id, p_version: version }),
      done: (_, { document }) =>
        `${document.record_no} is approved: the goods are removed from stock.`,
    }),
    cancel: intent({
      schema: cancelWriteOffSchema,
      command: ({ run, id, value: { version, reason, date } }) =>
        run('cancel_write_off', {
          ...{ p_record: id, p_version: version, p_reason: reason, p_date: date },
        }),
      done: (_, { document }) => ({ text: `${document.record_no} is cancelled.`, tone: 'info' }),
    }),
  }),
})

/** Says what an open record waits for, or why it was cancelled. */
function stateOf({ status, cancel_reason }: BadOrder, byAnother: boolean) {
  if (status === 'cancelled') return `Cancelled: ${cancel_reason}`
  if (status !== 'pending') return null
  const waits = 'The goods remain bad orders until this is approved.'
  return byAnother ? `${waits} You entered it; another user must approve it.` : waits
}

/** Lists the steps of a record; a move between stocks is approved by whoever enters it. */
function stepsOf(record: BadOrder): StatusStep[] {
  return [
    { label: 'Created', on: record.created_at, by: record.by },
    ...(record.kind === 'write_off'
      ? [{ label: 'Approved', on: record.approved_at, by: record.approvedBy }]
      : []),
    { label: 'Cancelled', on: record.cancelled_at, by: record.cancelledBy, bad: true },
  ]
}

/** Shows one record of bad orders, on screen and on paper. */
export default function BadOrderPage() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { record, currency, timeZone, project, idempotencyKeys } = data
  const acts = { record, today: data.today, lastResult, project, idempotencyKeys }
  return (
    <>
      <div className="print:hidden">
        <DocumentHead
          title={record.record_no}
          badges={<StageBadge stage={record.status} />}
          locked={data.byAnother && 'Needs a second approver'}
          description={stateOf(record, data.byAnother)}
          list={{ label: 'Bad orders', to: paths.inventory.badOrders }}
          steps={stepsOf(record)}
          timeZone={timeZone}
          actions={
            <>
              <PaperActions />
              {data.mayCancel && data.mayApprove ? (
                <ApproveWriteOff key={record.version} {...acts} />
              ) : null}
            </>
          }
          more={data.mayCancel ? <CancelWriteOff key={record.version} {...acts} /> : null}
          moreOpen={lastResult?.initialValue?.intent === 'cancel'}
        />
        {/* The dialog of a refused cancellation shows its own error. */}
        {data.mayCancel && lastResult?.initialValue?.intent === 'cancel' ? null : (
          <ErrorBanner errors={lastResult?.error?.['']} />
        )}
        <div className="grid gap-4">
          <Panel title={badOrderKind(record.kind)}>
            <Details
              items={[
                ['Date', <DateText key="on" value={record.on_date} />],
                ['Reason', record.reason],
                [
                  'Written off',
                  record.cost === null ? null : (
                    <Money key="cost" value={record.cost} currency={currency} />
                  ),
                ],
              ]}
            />
          </Panel>
          <Panel title="Goods" flush>
            <DataTable
              caption="Goods"
              rows={record.lines}
              rowKey={(row) => row.id}
              columns={[
                { key: 'code', header: 'Material code', cell: (row) => row.code },
                {
                  key: 'product',
                  header: 'Product',
                  cell: (row) => (
                    <Link
                      to={paths.inventory.ledger(row.id)}
                      className="text-accent hover:underline"
                    >
                      {row.description}
                    </Link>
                  ),
                },
                {
                  key: 'quantity',
                  header: 'Quantity',
                  align: 'end',
                  cell: (row) => <Quantity pieces={row.quantity} caseConfig={row.caseConfig} />,
                },
              ]}
              empty={null}
            />
          </Panel>
          <HistoryPanel history={data.history} timeZone={timeZone} />
        </div>
      </div>
      <div className="hidden print:block">
        <PaperSheets papers={data.papers} />
      </div>
    </>
  )
}
