import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listCustomerOptions } from '~/modules/customers/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { PageHeader } from '~/ui/PageHeader'
import { useFormKey } from '~/ui/SaveAndNew'
import {
  allocateAgain,
  chooseFirst,
  loadAddCollection,
  receiptOf,
  showBookings,
} from './add-collection.server'
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

export const action = formActions({
  permission: 'collections.record',
  pickers: ({ db, projectId }) => ({
    customer_id: (query) => listCustomerOptions(db, projectId, query),
  }),
  intents: (intent) => ({
    default: intent({
      schema: collectionSchema,
      command: ({ run, value }) => run('record_receipt', { p_receipt: receiptOf(value) }),
      done: ({ id, cr_no }) => ({
        to: paths.treasury.collection(id),
        text: `Receipt ${cr_no} recorded. Not posted until approved.`,
      }),
    }),
    allocate: ({ db, projectId, form }) => allocateAgain(db, projectId, form),
    bookings: (sent) => (sent.searches.customer_id ? chooseFirst(sent) : showBookings(sent)),
  }),
})

/** Adds a receipt: customer, amount, papers and the bookings it pays. */
export default function AddCollection() {
  const data = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Record collection"
        crumbs={[{ label: 'Collections', to: paths.treasury.collections }]}
      />
      <CollectionForm key={useFormKey()} {...data} lastResult={useActionData<typeof action>()} />
    </>
  )
}
