import { parseWithZod } from '@conform-to/zod/v4'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { reply } from '~/platform/request/reply.server'
import { today } from '~/platform/values/dates'
import { formatMoney } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { allocationsOf, rowsOldestFirst } from '../allocate'
import { readCollection } from '../document.server'
import { listOpenBookings } from '../open-bookings.server'
import { creditSchema } from '../schema'
import { CreditForm } from './CreditForm'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Apply payment of ${data?.collection.crNo ?? 'a receipt'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.decide')
  const { projectId } = project
  const collection = await readCollection(db, projectId, params.id ?? '')
  const bookings = await listOpenBookings(db, projectId, collection.customerId)
  return {
    collection,
    bookings,
    rows: rowsOldestFirst(collection.unapplied, bookings),
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
    currency: project.currency,
    today: today(project.timeZone),
  }
}

export const action = formActions({
  permission: 'collections.decide',
  intents: (intent) => ({
    default: intent({
      schema: creditSchema,
      command: ({ run, id, value: { version, date, allocations } }) =>
        run('allocate_credit', {
          p_collection: id,
          p_version: version,
          p_allocations: { allocations: allocationsOf(allocations), date },
        }),
      done: (_, { id }) => ({
        to: paths.treasury.collection(id),
        text: 'Payment applied to these bookings.',
      }),
    }),
    // Without scripts a button fills the form; nothing is saved.
    allocate: async ({ db, projectId, id, form }) => {
      const { payload } = parseWithZod(form, { schema: creditSchema })
      const { customerId, unapplied } = await readCollection(db, projectId, id)
      const bookings = await listOpenBookings(db, projectId, customerId)
      const allocations = rowsOldestFirst(unapplied, bookings)
      return reply({ initialValue: { ...payload, allocations } }, 200)
    },
  }),
})

/**
 * Allocates the unapplied credit of a receipt to bookings of its customer: oldest first, or by
 * hand.
 */
export default function UseCredit() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { collection, currency } = data
  const here = paths.treasury.collection(collection.id)
  const usable = collection.status === 'approved' && collection.unapplied !== '0.00'
  return (
    <>
      <PageHeader
        title={`Apply payment of ${collection.crNo}`}
        crumbs={[
          { label: 'Collections', to: paths.treasury.collections },
          { label: `Receipt ${collection.crNo}`, to: here },
        ]}
        description={
          usable
            ? `${collection.customerName} has ${formatMoney(collection.unapplied, currency)} unapplied on this receipt.`
            : collection.customerName
        }
      />
      {usable ? (
        <CreditForm {...data} lastResult={lastResult} back={here} />
      ) : (
        <Panel>
          <EmptyState
            line
            title="No unapplied payment"
            action={<LinkButton to={here}>Back to the receipt</LinkButton>}
          >
            {collection.status === 'approved'
              ? 'This receipt is fully applied.'
              : `It is ${collection.status}: only approved receipts can be applied.`}
          </EmptyState>
        </Panel>
      )}
    </>
  )
}
