import type { SubmissionResult } from '@conform-to/react'
import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { CustomerDuplicate } from '~/modules/customers/duplicates'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import { LinkButton } from '~/ui/Button'
import { ErrorBanner, sentencesOf } from '~/ui/ErrorBanner'
import { PageHeader } from '~/ui/PageHeader'
import { InboxList } from './components/InboxList'
import { InboxTabs } from './components/InboxTabs'
import { decide } from './decide.server'
import { findUnseenDuplicates, readRequestDuplicates } from './duplicates.server'
import { DECIDERS, inboxAt, kindOf } from './kinds'
import { listWaiting, nameOf, readInboxFilters, readWaiting } from './queries.server'
import { inboxDecisionSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Inbox · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(
    context,
    'bookings.validate',
    'bookings.override',
    'customers.decide',
    'collections.decide',
    'vouchers.approve',
    'product_edits.decide',
    'memos.approve',
    'counts.decide',
    'warehouse.decide',
  )
  const { projectId, permissions, settings } = project
  const keyset = readKeyset(request.url, {
    by: 'sort_key',
    size: 20,
    keyOf: (sort_key, id) => ({ sort_key, id }),
  })
  const filters = readInboxFilters(request.url)
  const [page, waiting, names] = await Promise.all([
    listWaiting(db, projectId, keyset, filters, settings.allow_back_orders),
    readWaiting(db, projectId),
    namesOf(db, projectId),
  ])
  // The last document of a page was decided, so the list goes back to its first page.
  if (page.rows.length === 0 && keyset.cursor) {
    throw redirect(filters.mine ? `${paths.inbox.list}?mine=1` : inboxAt(filters.kind ?? undefined))
  }
  const duplicates = await readRequestDuplicates(db, projectId, page.rows)
  return {
    ...page,
    rows: page.rows.map((item) => ({
      ...item,
      name: nameOf(item),
      duplicates: duplicates.get(item.id) ?? [],
      idempotencyKeys: { approve: newIdempotencyKey(), reject: newIdempotencyKey() },
    })),
    ...filters,
    waiting,
    names: Object.fromEntries(names),
    permissions,
    project: projectId,
    currency: project.currency,
    timeZone: project.timeZone,
  }
}

interface Answer {
  lastResult: SubmissionResult<string[]>
  /** Possible duplicates for which an approval was refused. */
  duplicates?: CustomerDuplicate[]
}

export const action = formAction({
  permission: DECIDERS,
  page: ({ db, projectId, payload }) => findUnseenDuplicates(db, projectId, payload),
  answer: async (lastResult, { page }, error): Promise<Answer> =>
    error?.code === LOOK_FIRST ? { lastResult, duplicates: await page() } : { lastResult },
  schema: inboxDecisionSchema,
  command: async ({ project, run, page, value }) => {
    const { permission } = kindOf(value.kind)[value.intent]
    if (!project.permissions.includes(permission)) throw problem(403)
    if ((await page()).length > 0) {
      const message = 'Review it, then select this or reject it.'
      return { ok: false, error: { status: 422, code: LOOK_FIRST, field: 'again', message } }
    }
    return decide(run, value)
  },
  // Other errors go into the banner.
  fieldOf: (field) =>
    ['reason', 'credit_line', 'terms_days', 'again'].find((name) => name === field) ??
    (field === 'note' ? 'reason' : undefined),
  done: (_, { url, value: { kind, intent, name } }) => ({
    to: url.pathname + url.search,
    text: `${name} ${kindOf(kind)[intent].done}.`,
  }),
})

/** The code of an approval while a possible duplicate was not shown. */
const LOOK_FIRST = 'look_first'

/** Lists everything that the user may decide, in all modules, with the effect of an approval. */
export default function Inbox() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { rows, kind, mine, waiting, permissions } = data
  const many = kind ? kindOf(kind).many : undefined
  const orphaned = !rows.some(({ id }) => id === answer?.lastResult.initialValue?.id)
  return (
    <>
      <PageHeader
        tabs={<InboxTabs waiting={waiting} kind={kind} mine={mine} permissions={permissions} />}
        title="Inbox"
        crumbs={[{ label: 'Home', to: paths.home }]}
        description="Pending your approval, oldest first. Each item is rechecked on approval."
        actions={many ? <LinkButton to={many.to}>{many.label}</LinkButton> : null}
      />
      {/* Another user has decided the document: it has left the list, and only the error
          remains to show. */}
      <ErrorBanner errors={orphaned ? sentencesOf(answer?.lastResult) : null} />
      <InboxList {...data} answer={answer} />
    </>
  )
}
