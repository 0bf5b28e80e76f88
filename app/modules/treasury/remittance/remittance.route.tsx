import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { readHistory } from '~/modules/audit/trail.server'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { DocumentHead } from '~/ui/DocumentHead'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { Icon } from '~/ui/Icon'
import { Panel } from '~/ui/Panel'
import { CancelRemittance } from './components/CancelRemittance'
import { CashTable } from './components/CashTable'
import { RemittanceBadge } from './components/RemittanceBadge'
import { RemittanceFigures } from './components/RemittanceFigures'
import { receiptColumns } from './components/receipt-columns'
import { type RemittanceDocument, readRemittance } from './document.server'
import { cancelRemittanceSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.remittance.no ?? 'Remittance'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.read')
  const remittance = await readRemittance(db, project.projectId, params.id ?? '')
  const names = await namesOf(db, project.projectId)
  const nameOf = (id: string | null) => (id && names.get(id)) || '–'
  return {
    remittance,
    history: await readHistory(db, project, remittance.id),
    people: {
      collector: nameOf(remittance.collectorId),
      receivedBy: nameOf(remittance.receivedBy),
      cancelledBy: nameOf(remittance.cancelledBy),
    },
    mayCancel: project.permissions.includes('treasury.write'),
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
    timeZone: project.timeZone,
    today: today(project.timeZone),
    currency: project.currency,
    drrLabel: project.settings.drr_label,
  }
}

export const action = formAction({
  permission: 'treasury.write',
  schema: cancelRemittanceSchema,
  command: ({ run, id, value: { version, reason, date } }) =>
    run('cancel_remittance', {
      ...{ p_remittance: id, p_version: version, p_reason: reason, p_date: date },
    }),
  done: () => ({
    text: 'Remittance cancelled: its receipts are unremitted again.',
    tone: 'info',
  }),
})

/** Shows one remittance: collector, cash count, receipts and cheques, with cancel and print. */
export default function Remittance() {
  const data = useLoaderData<typeof loader>()
  const { remittance, people, currency, drrLabel, timeZone } = data
  const lastResult = useActionData<typeof action>()
  const cancelled = remittance.status === 'cancelled'
  const name = `${drrLabel} ${remittance.no}`
  return (
    <>
      <DocumentHead
        title={name}
        badges={<RemittanceBadge status={remittance.status} />}
        questions={questionsOf(remittance)}
        list={{ label: 'Remittances', to: paths.treasury.remittances }}
        description={cancelled ? `Cancelled: ${remittance.cancelReason}` : null}
        steps={[
          { label: 'Remitted', on: remittance.on, by: people.collector },
          { label: 'Received', on: remittance.receivedAt, by: people.receivedBy },
          ...(cancelled
            ? [
                {
                  label: 'Cancelled',
                  on: remittance.cancelledAt,
                  by: people.cancelledBy,
                  bad: true,
                },
              ]
            : []),
        ]}
        timeZone={timeZone}
        actions={
          <LinkButton to={paths.treasury.remittancePrint(remittance.id)}>
            <Icon name="printer" />
            Print
          </LinkButton>
        }
        more={
          data.mayCancel && !cancelled ? (
            <CancelRemittance
              {...{
                project: data.project,
                idempotencyKey: data.idempotencyKey,
                name,
                lastResult,
              }}
              version={remittance.version}
              today={data.today}
            />
          ) : null
        }
        moreOpen={lastResult?.status === 'error'}
      />
      {/* Another user was faster: the refused form is gone, so the page shows its error. */}
      {cancelled ? <ErrorBanner errors={lastResult?.error?.['']} /> : null}
      <RemittanceFigures remittance={remittance} currency={currency} />
      {remittance.remarks ? <p className="mb-4 text-muted">{remittance.remarks}</p> : null}
      <Waiting {...remittance} />
      <div className="grid items-start gap-4 2xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Panel flush title="Receipts">
          <DataTable
            caption="Receipts"
            columns={receiptColumns({ rows: remittance.receipts, currency })}
            rows={remittance.receipts}
            rowKey={(row) => row.id}
            empty={null}
          />
        </Panel>
        <CashTable cash={remittance.cash} currency={currency} />
      </div>
      <HistoryPanel history={data.history} timeZone={timeZone} className="mt-4" />
    </>
  )
}

/** Lists what is open on a remittance. */
function questionsOf({ status, variance, receipts }: RemittanceDocument) {
  const waiting = receipts.filter((receipt) => receipt.status === 'pending').length
  return status === 'cancelled'
    ? []
    : [variance !== '0.00' && 'Variance', waiting > 0 && `${waiting} pending approval`]
}

/** Shows how many remitted receipts wait for approval. They do not count until then. */
function Waiting({
  no,
  status,
  receipts,
}: {
  no: string
  status: string
  receipts: { status: string }[]
}) {
  const waiting = receipts.filter((receipt) => receipt.status === 'pending').length
  if (status === 'cancelled' || waiting === 0) return null
  const search = new URLSearchParams({ q: no, status: 'pending' })
  return (
    <p className="mb-4">
      <Link to={`${paths.treasury.collections}?${search}`} className="text-accent hover:underline">
        {waiting === 1 ? '1 receipt' : `${waiting} receipts`} pending approval
      </Link>
    </p>
  )
}
