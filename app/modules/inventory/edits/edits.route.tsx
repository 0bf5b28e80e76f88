import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { namesOf } from '~/modules/people/queries.server'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { reply } from '~/platform/request/reply.server'
import { readSearchParams } from '~/platform/request/search-params'
import { Badge } from '~/ui/Badge'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PurchasingTabs } from '../components/PurchasingTabs'
import { DecidedEdits } from './components/DecidedEdits'
import { PendingEdits } from './components/PendingEdits'
import { decideEdits } from './decide.server'
import { EDIT_ITEMS } from './items'
import { listDecided, listEdits, readEffects } from './queries.server'
import { decideSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Corrections · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.read')
  const { projectId } = project
  const searchParams = readSearchParams(request.url)
  const filters = {
    search: searchParams.text('q'),
    status: searchParams.word('status', ['approved', 'rejected']),
    item: searchParams.option('item', EDIT_ITEMS),
    from: searchParams.day('from'),
    to: searchParams.day('to'),
  }
  const keyset = readKeyset(request.url, { by: 'decided_at', descending: true, size: 25 })
  const [pending, effects, decided, names] = await Promise.all([
    listEdits(db, projectId, 'pending'),
    readEffects(db, projectId),
    listDecided(db, projectId, keyset, filters, project.timeZone),
    namesOf(db, projectId),
  ])
  return {
    pending: pending.map((edit) => ({ ...edit, idempotencyKey: newIdempotencyKey() })),
    effects,
    decided,
    filtered: Object.values(filters).some(Boolean),
    names: Object.fromEntries(names),
    mayDecide: project.permissions.includes('product_edits.decide'),
    permissions: project.permissions,
    project: projectId,
    timeZone: project.timeZone,
  }
}

export const action = formAction({
  permission: 'product_edits.decide',
  schema: decideSchema,
  command: async ({ db, projectId, value }) => {
    const pending = await listEdits(db, projectId, 'pending')
    return { ok: true, data: { pending, ...(await decideEdits(db, projectId, value)) } }
  },
  // Each request is decided alone; the page stays when one of them is refused.
  done: ({ pending, decided, refused }, { submission, value: { intent } }) => {
    const count = decided === 1 ? 'One correction is' : `${decided} corrections are`
    if (refused.length === 0) return `${count} ${intent}.`
    const why = refused.map(({ id, message }) => {
      const edit = pending.find((each) => each.id === id)
      return edit ? `${edit.poNo}, ${edit.description}: ${message}` : message
    })
    const formErrors = decided > 0 ? [`${count} ${intent}; not these:`, ...why] : why
    return reply(submission.reply({ formErrors }), 409)
  },
})

/** Lists corrections of purchase lines: pending ones with their effect, and decided ones. */
export default function ProductEdits() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { pending } = data
  return (
    <>
      <PageHeader tabs={<PurchasingTabs permissions={data.permissions} />} title="Corrections" />
      {/* Another user has decided the last request: its form is gone, and only its error
          remains to show. */}
      {pending.length === 0 ? <ErrorBanner errors={lastResult?.error?.['']} /> : null}
      <Panel
        flush
        className="mb-4"
        title={
          <span className="flex items-center gap-2">
            Pending approval
            {pending.length > 0 ? <Badge tone="warn">{pending.length}</Badge> : null}
          </span>
        }
      >
        <PendingEdits {...data} lastResult={lastResult} />
      </Panel>
      <Panel title="Approved or rejected" flush>
        <DecidedEdits {...data} />
      </Panel>
    </>
  )
}
