import type { SubmissionResult } from '@conform-to/react'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { namesOf } from '~/modules/people/queries.server'
import { COLLECTION_TYPES, collectionType } from '~/modules/receivables/collection-types'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { refusedStaySelected } from '~/platform/forms/selected-rows'
import { reply } from '~/platform/request/reply.server'
import { EmptyState } from '~/ui/EmptyState'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { Outcomes } from '~/ui/Outcomes'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { TreasuryTabs } from '../components/TreasuryTabs'
import { APPROVAL_ORDERS, readCollectionFilters } from '../filters'
import { listReceipts, readCollectionTotals } from '../queries.server'
import { decidedByAnother } from './check'
import { ApprovalForm } from './components/ApprovalForm'
import { QueueSums } from './components/QueueSums'
import { decideEach, type ReceiptOutcome } from './decide.server'
import { approvalSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Approval of collections · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project, user } = await requirePermission(context, 'collections.decide')
  const { projectId, permissions } = project
  const { keyset, sort, order } = readOrder(request.url, APPROVAL_ORDERS)
  const resolved = readCollectionFilters(request.url)
  const filters = { ...resolved, status: 'pending', unapplied: false }
  const [page, totals, names] = await Promise.all([
    listReceipts(db, projectId, keyset, { ...filters, sort }),
    readCollectionTotals(db, projectId, filters),
    namesOf(db, projectId),
  ])
  return {
    ...page,
    rows: page.rows.map((receipt) => ({
      ...receipt,
      agent: names.get(receipt.agentId) ?? null,
      byAnother: decidedByAnother(project.settings, receipt, user.userId),
      closed: receipt.dateCollected <= (project.closedThrough ?? ''),
      idempotencyKey: newIdempotencyKey(),
    })),
    totals,
    order,
    filtered: Object.values(resolved).some(Boolean),
    permissions,
    project: projectId,
    currency: project.currency,
  }
}

interface Answer {
  lastResult: SubmissionResult<string[]>
  outcomes: ReceiptOutcome[]
  /** The badge of the receipts that were not refused. */
  done: 'approved' | 'cancelled'
}

const doneOf = (form: FormData) => (form.get('intent') === 'cancel' ? 'cancelled' : 'approved')

export const action = formAction({
  permission: 'collections.decide',
  schema: approvalSchema,
  answer: (lastResult, { form }): Answer => ({ lastResult, outcomes: [], done: doneOf(form) }),
  command: async ({ db, projectId, value }) => {
    const receipts = value.receipts.filter((receipt) => receipt.chosen)
    if (receipts.length === 0) {
      const message = 'Select at least one receipt.'
      return { ok: false, error: { status: 422, code: 'invalid', message } }
    }
    return { ok: true, data: await decideEach(db, projectId, { ...value, receipts }) }
  },
  // Each receipt has its own outcome, so the page stays and shows them.
  done: (outcomes, { form, submission }) => {
    const lastResult = refusedStaySelected(submission, 'receipts', outcomes)
    return reply<Answer>({ lastResult, outcomes, done: doneOf(form) }, 200)
  },
})

/** The columns by which a phone, which shows no headers, sorts. */
const ORDERED = [
  { key: 'date', header: 'Collected' },
  { key: 'cr', header: 'CR no.' },
]

const types = COLLECTION_TYPES.map((value) => ({ value, label: collectionType(value) }))

/**
 * Lists pending receipts, oldest first, to approve or cancel one or many, and shows each outcome.
 */
export default function Approval() {
  const data = useLoaderData<typeof loader>()
  const { rows, totals, permissions } = data
  const answer = useActionData<typeof action>()
  const outcomes = answer?.outcomes ?? []
  // The key makes a new form for other receipts, other versions of them, or an answer with
  // outcomes.
  const key = [...rows, ...outcomes].map(({ id }) => id).join() + rows.map((row) => row.version)
  return (
    <>
      <PageHeader
        tabs={<TreasuryTabs permissions={permissions} />}
        title="Approval of collections"
        crumbs={[{ label: 'Collections', to: paths.treasury.collections }]}
        description="Approved receipts are posted immediately. Failed ones do not affect the rest."
      />
      <Outcomes
        noun="receipts"
        done={answer?.done ?? 'approved'}
        outcomes={outcomes.map(({ id, crNo, refused }) => ({
          id,
          label: crNo,
          to: paths.treasury.collection(id),
          refused,
        }))}
      />
      <QueueSums totals={totals} currency={data.currency} />
      <Panel flush>
        <FilterBar
          search="CR, cheque, invoice or customer"
          order={data.order}
          columns={ORDERED}
          views="receipt_approval"
        >
          <FilterSelect name="type" label="Type" options={types} />
          <FilterPeriod what="Collected" />
        </FilterBar>
        <ApprovalForm
          key={key}
          {...data}
          lastResult={answer?.lastResult}
          empty={
            data.filtered ? (
              <EmptyState title="No results">
                Try another number or name, or clear the filters.
              </EmptyState>
            ) : (
              <EmptyState title="No pending items">
                Recorded receipts are listed here for approval.
              </EmptyState>
            )
          }
        />
      </Panel>
    </>
  )
}
