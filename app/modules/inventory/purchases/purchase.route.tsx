import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { readHistory } from '~/modules/audit/trail.server'
import { FilesAndComments } from '~/modules/documents/FilesAndComments'
import { readFilesAndComments } from '~/modules/documents/parts.server'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { countOpenBookings } from '~/platform/db/open-bookings.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DocumentColumns } from '~/ui/DocumentColumns'
import { DocumentHead, type StatusStep } from '~/ui/DocumentHead'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { Icon } from '~/ui/Icon'
import { OpenBookings } from '~/ui/OpenBookings'
import { Panel } from '~/ui/Panel'
import { listEdits } from '../edits/queries.server'
import { CancelPurchase } from './components/CancelPurchase'
import { LedgerRows } from './components/LedgerRows'
import { PurchaseEdits } from './components/PurchaseEdits'
import { PurchaseFacts } from './components/PurchaseFacts'
import { PurchaseLines } from './components/PurchaseLines'
import { listPurchaseMovements, readPurchase } from './document.server'
import { cancelPurchaseSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.purchase.poNo ?? 'Purchase'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.read')
  const { projectId, permissions } = project
  const purchase = await readPurchase(db, projectId, params.id ?? '')
  const [names, edits, movements, history, parts, pendingBookings] = await Promise.all([
    namesOf(db, projectId),
    listEdits(db, projectId, { purchaseId: purchase.id }),
    listPurchaseMovements(db, projectId, purchase),
    readHistory(db, project, purchase.id),
    readFilesAndComments(db, project, 'purchase', purchase.id),
    // Only a purchase that names an SRP changes one.
    purchase.kind === 'purchase' && purchase.lines.some(({ prodSrp }) => prodSrp !== null)
      ? countOpenBookings(db, projectId, { stage: 'pending', purchase: purchase.id })
      : 0,
  ])
  const active = purchase.status === 'active'
  return {
    purchase,
    movements,
    edits,
    history,
    parts,
    pendingBookings,
    names: Object.fromEntries(names),
    may: {
      write: permissions.includes('purchases.write'),
      cancel: active && permissions.includes('purchases.write'),
      request: active && permissions.includes('product_edits.request'),
    },
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
    currency: project.currency,
    timeZone: project.timeZone,
    today: today(project.timeZone),
  }
}

export const action = formAction({
  permission: 'purchases.write',
  schema: cancelPurchaseSchema,
  command: ({ run, id, value: { version, reason, date } }) =>
    run('cancel_purchase', {
      ...{ p_purchase: id, p_version: version, p_reason: reason, p_date: date },
    }),
  done: 'Purchase cancelled; its stock movements are reversed.',
})

type Data = ReturnType<typeof useLoaderData<typeof loader>>

/** Lists the steps of a record. */
function stepsOf({ purchase, names }: Data): StatusStep[] {
  const who = (id: string | null) => (id && names[id]) || 'Former member'
  return [
    { label: 'Created', on: purchase.createdAt, by: who(purchase.createdBy) },
    { label: 'Invoiced', on: purchase.invoiceDate },
    { label: 'Delivered', on: purchase.deliveryDate },
    { label: 'Cancelled', on: purchase.cancelledAt, by: who(purchase.cancelledBy), bad: true },
  ]
}

/** Shows a purchase record with its lines, stock movements and corrections. */
export default function Purchase() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { purchase, edits, may, project, idempotencyKey } = data
  const pending = edits.filter(({ status }) => status === 'pending').length
  return (
    <>
      <DocumentHead
        title={purchase.poNo}
        badges={<StageBadge stage={purchase.status} />}
        questions={[
          pending > 0 && (pending === 1 ? 'Correction pending' : `${pending} corrections pending`),
          purchase.memo?.status === 'pending' && 'Credit memo pending',
        ]}
        list={{ label: 'Purchases', to: paths.inventory.purchases }}
        steps={stepsOf(data)}
        timeZone={data.timeZone}
        amount={{ label: 'Total', value: purchase.totalCost, currency: data.currency }}
        actions={
          <>
            <LinkButton to={paths.inventory.purchasePrint(purchase.id)}>
              <Icon name="printer" />
              Print
            </LinkButton>
            {may.write ? (
              <LinkButton to={`${paths.inventory.addPurchase}?copy=${purchase.id}`}>
                Duplicate
              </LinkButton>
            ) : null}
          </>
        }
        more={
          may.cancel ? (
            <CancelPurchase
              key={purchase.version}
              {...{ purchase, today: data.today, project, idempotencyKey, lastResult }}
            />
          ) : null
        }
        moreOpen={lastResult?.status === 'error'}
      />
      {/* Another user has cancelled the record: its form is gone, and only its error remains to show. */}
      {may.cancel ? null : <ErrorBanner errors={lastResult?.error?.['']} />}
      <DocumentColumns wide rail={<FilesAndComments parts={data.parts} />}>
        <Panel title="Purchase">
          <PurchaseFacts purchase={purchase} />
          <OpenBookings
            count={data.pendingBookings}
            of={{ stage: 'pending', purchase: purchase.id }}
          />
        </Panel>
        <Panel title="Lines" flush>
          <PurchaseLines {...data} />
        </Panel>
        {edits.length > 0 ? (
          <Panel title="Corrections" flush>
            <PurchaseEdits {...data} />
          </Panel>
        ) : null}
        <Panel title="Stock ledger entries" flush>
          <LedgerRows {...data} />
        </Panel>
        <HistoryPanel history={data.history} timeZone={data.timeZone} />
      </DocumentColumns>
    </>
  )
}
