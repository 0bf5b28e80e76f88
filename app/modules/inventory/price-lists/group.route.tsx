import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { countOpenBookings } from '~/platform/db/open-bookings.server'
import { newIdempotencyKey, readVersion } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { GroupForm } from './components/GroupForm'
import { listPriceLists, readCustomerGroup } from './queries.server'
import { customerGroupSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.group.name ?? 'Group'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'prices.write')
  const id = params.id ?? ''
  const [group, lists, pending] = await Promise.all([
    readCustomerGroup(db, project.projectId, id),
    listPriceLists(db, project.projectId),
    countOpenBookings(db, project.projectId, { stage: 'pending', customer_group: id }),
  ])
  return { project: project.projectId, group, lists, pending, idempotencyKey: newIdempotencyKey() }
}

export const action = formAction({
  permission: 'prices.write',
  schema: customerGroupSchema,
  command: async ({ run, id, form, value }) =>
    run('save_customer_group', { p_group: id, p_version: readVersion(form), p_details: value }),
  done: (_, { value: { name } }) => ({
    to: paths.inventory.customerGroups,
    text: `${name} is saved.`,
  }),
})

/** Edits a group of customers. */
export default function CustomerGroupPage() {
  const data = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={data.group.name}
        crumbs={[{ label: 'Customer groups', to: paths.inventory.customerGroups }]}
      />
      <Panel>
        <GroupForm {...data} lastResult={useActionData<typeof action>()}>
          Save group
        </GroupForm>
      </Panel>
    </>
  )
}
