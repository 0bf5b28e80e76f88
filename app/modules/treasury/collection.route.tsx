import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { readHistory } from '~/modules/audit/trail.server'
import { listBankOptions } from '~/modules/masters/queries.server'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import {
  invalidReply,
  newIdempotencyKey,
  readForm,
  readIdempotencyKey,
  refusedReply,
} from '~/platform/forms/form.server'
import { problem } from '~/platform/request/errors'
import { redirectWithToast } from '~/platform/request/toast.server'
import { formatDateTime } from '~/platform/values/dates'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { PageHeader } from '~/ui/PageHeader'
import { ChequeHistory } from './cheques/components/ChequeHistory'
import { approveCollection, cancelCollection, setCollectionBank } from './commands.server'
import { AccountPanel } from './components/AccountPanel'
import { AllocationsPanel } from './components/AllocationsPanel'
import { CollectionActs } from './components/CollectionActs'
import { Receipt } from './components/Receipt'
import { readCollection } from './document.server'
import { accountSchema, approveSchema, cancelSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.collection.crNo ?? 'Collection'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.read')
  const collection = await readCollection(db, project.projectId, params.id ?? '')
  const names = await namesOf(db, project.projectId)
  const nameOf = (id: string | null) => (id ? (names.get(id) ?? '–') : null)
  return {
    project: project.projectId,
    timeZone: project.timeZone,
    currency: project.currency,
    drrLabel: project.settings.drr_label,
    idempotencyKeys: {
      approve: newIdempotencyKey(),
      cancel: newIdempotencyKey(),
      account: newIdempotencyKey(),
    },
    banks:
      project.permissions.includes('treasury.write') && collection.type === 'bank_transfer'
        ? await listBankOptions(db, project.projectId)
        : [],
    collection,
    history: await readHistory(db, project, collection.id),
    people: {
      agent: nameOf(collection.agentId),
      collector: nameOf(collection.collectorId),
      recordedBy: nameOf(collection.createdBy),
      approvedBy: nameOf(collection.approvedBy),
    },
    mayDecide: project.permissions.includes('collections.decide'),
    mayRecord: project.permissions.includes('collections.record'),
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.decide')
  const form = await readForm(request, project)
  const idempotencyKey = readIdempotencyKey(form)
  const id = params.id ?? ''
  const here = paths.treasury.collection(id)
  switch (form.get('intent')) {
    case 'approve': {
      const submission = parseWithZod(form, { schema: approveSchema })
      if (submission.status !== 'success') return invalidReply(submission)
      const { version } = submission.value
      const result = await approveCollection(db, project.projectId, idempotencyKey, id, version)
      if (!result.ok) return refusedReply(submission, result.error)
      return redirectWithToast(here, 'Collection approved: it counts from now on.')
    }
    case 'cancel': {
      const submission = parseWithZod(form, { schema: cancelSchema })
      if (submission.status !== 'success') return invalidReply(submission)
      const result = await cancelCollection(
        db,
        project.projectId,
        idempotencyKey,
        id,
        submission.value,
      )
      if (!result.ok) return refusedReply(submission, result.error)
      return redirectWithToast(here, 'Collection cancelled.', 'info')
    }
    case 'account': {
      const submission = parseWithZod(form, { schema: accountSchema })
      if (submission.status !== 'success') return invalidReply(submission)
      const result = await setCollectionBank(
        db,
        project.projectId,
        idempotencyKey,
        id,
        submission.value,
      )
      if (!result.ok) return refusedReply(submission, result.error)
      return redirectWithToast(here, 'Account saved.')
    }
    default:
      throw problem(400)
  }
}

/** Describes the state of a receipt. */
function stateOf({
  collection,
  people,
  timeZone,
}: ReturnType<typeof useLoaderData<typeof loader>>) {
  if (collection.status === 'pending') {
    return 'Waits for approval: it counts nowhere until then.'
  }
  if (collection.status === 'cancelled') return `Cancelled: ${collection.cancelReason}`
  if (!collection.approvedAt) return null
  const at = formatDateTime(collection.approvedAt, timeZone)
  return `Approved by ${people.approvedBy ?? '–'}, ${at}.`
}

/** Shows one receipt: its payment, allocations and state, with approve and cancel. */
export default function Collection() {
  const data = useLoaderData<typeof loader>()
  const { collection } = data
  const lastResult = useActionData<typeof action>()
  // Another user decided meanwhile: the refused form is gone, so the page shows its error.
  const gone =
    collection.status === 'cancelled' ||
    (collection.status === 'approved' && lastResult?.initialValue?.intent === 'approve')
  return (
    <>
      <PageHeader
        title={`Receipt ${collection.crNo}`}
        badges={<StageBadge stage={collection.status} />}
        crumbs={[{ label: 'Collections', to: paths.treasury.collections }]}
        description={stateOf(data)}
        actions={
          <>
            <LinkButton to={paths.treasury.receiptPrint(collection.id)}>Print</LinkButton>
            {data.mayRecord ? (
              <LinkButton to={paths.treasury.addCollection}>Record another</LinkButton>
            ) : null}
            {data.mayDecide ? (
              <CollectionActs
                project={data.project}
                idempotencyKeys={data.idempotencyKeys}
                {...{ collection, lastResult }}
              />
            ) : null}
          </>
        }
      />
      {gone ? <ErrorBanner errors={lastResult?.error?.['']} /> : null}
      <div className="grid gap-4">
        <Receipt
          collection={collection}
          people={data.people}
          drrLabel={data.drrLabel}
          currency={data.currency}
        />
        {data.banks.length > 0 && collection.status !== 'cancelled' ? (
          <AccountPanel
            project={data.project}
            idempotencyKey={data.idempotencyKeys.account}
            {...{ collection, lastResult, banks: data.banks }}
          />
        ) : null}
        <ChequeHistory history={collection.history} currency={data.currency} />
        <AllocationsPanel
          collection={collection}
          currency={data.currency}
          mayUse={data.mayDecide}
        />
        <HistoryPanel history={data.history} timeZone={data.timeZone} />
      </div>
    </>
  )
}
