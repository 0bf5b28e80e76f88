import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { GroupForm } from './components/GroupForm'
import { listPriceLists } from './queries.server'
import { customerGroupSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Add group · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'prices.write')
  return {
    project: project.projectId,
    lists: await listPriceLists(db, project.projectId),
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'prices.write',
  schema: customerGroupSchema,
  command: ({ run, value }) =>
    run('save_customer_group', { p_group: null, p_version: null, p_details: value }),
  done: (_, { value: { name } }) => ({
    to: paths.inventory.customerGroups,
    text: `${name} is added.`,
  }),
})

/** Adds a group of customers. */
export default function CustomerGroupAdd() {
  const data = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Add group"
        crumbs={[{ label: 'Customer groups', to: paths.inventory.customerGroups }]}
      />
      <Panel>
        <GroupForm {...data} lastResult={useActionData<typeof action>()}>
          Add group
        </GroupForm>
      </Panel>
    </>
  )
}
