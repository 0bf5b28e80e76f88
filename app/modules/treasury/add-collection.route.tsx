import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import {
  newIdempotencyKey,
  readForm,
  readIdempotencyKey,
  refused,
} from '~/platform/forms/form.server'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { PageHeader } from '~/ui/PageHeader'
import {
  allocateAgain,
  chooseFirst,
  loadAddCollection,
  readCollectionPicks,
  showBookings,
} from './add-collection.server'
import { recordCollection } from './commands.server'
import { CollectionForm } from './components/CollectionForm'
import { collectionSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Record collection · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.record')
  return {
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
    currency: project.currency,
    drrLabel: project.settings.drr_label,
    ...(await loadAddCollection(db, project, new URL(request.url).searchParams)),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.record')
  const form = await readForm(request, project)
  const picks = await readCollectionPicks(db, project.projectId, form)
  const intent = form.get('intent')
  if (intent === 'allocate') return allocateAgain(db, project.projectId, form)
  if (intent === 'bookings' && picks.searches.customer_id) return chooseFirst(form, picks)
  const shown = intent === 'bookings' ? showBookings(form) : null
  if (shown) return shown
  const submission = parseWithZod(form, { schema: collectionSchema })
  if (submission.status !== 'success')
    return reply({ ...submission.reply(), picks }, submission.status === 'error' ? 422 : 200)
  // The button "Show bookings" records nothing, whatever was typed.
  if (intent === 'bookings') throw problem(400)
  const result = await recordCollection(
    db,
    project.projectId,
    readIdempotencyKey(form),
    submission.value,
  )
  if (!result.ok) return reply({ ...refused(submission, result.error), picks }, result.error.status)
  return redirectWithToast(
    paths.treasury.collection(result.data.id),
    `Receipt ${result.data.cr_no} recorded. It counts once it is approved.`,
  )
}

/** Adds a receipt: customer, amount, papers and the bookings it pays. */
export default function AddCollection() {
  const data = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Record collection"
        crumbs={[{ label: 'Collections', to: paths.treasury.collections }]}
      />
      <CollectionForm {...data} lastResult={useActionData<typeof action>()} />
    </>
  )
}
