import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { countOpenBookings } from '~/platform/db/open-bookings.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { OpenBookings } from '~/ui/OpenBookings'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { ListFields } from './components/ListFields'
import { priceListSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Add price list · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'prices.write')
  return {
    pending: await countOpenBookings(db, project.projectId, { stage: 'pending' }),
    project: project.projectId,
    today: today(project.timeZone),
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'prices.write',
  schema: priceListSchema,
  command: ({ run, value }) =>
    run('save_price_list', { p_list: null, p_version: null, p_details: value }),
  done: ({ id }, { value: { name } }) => ({
    to: paths.inventory.priceList(id),
    text: `${name} is added; now enter its prices.`,
  }),
})

/** Adds a price list. */
export default function PriceListAdd() {
  const { pending, project, today: from, idempotencyKey } = useLoaderData<typeof loader>()
  const [form, fields] = useCommandForm({
    id: 'price-list-add',
    schema: priceListSchema,
    lastResult: useActionData<typeof action>(),
    defaultValue: { valid_from: from, status: 'active' },
  })
  return (
    <>
      <PageHeader
        title="Add price list"
        crumbs={[{ label: 'Price lists', to: paths.inventory.priceLists }]}
      />
      <Panel>
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <ListFields fields={fields} />
          <OpenBookings count={pending} of={{ stage: 'pending' }} />
          <FormActions>
            <SubmitButton>Add price list</SubmitButton>
            <LinkButton to={paths.inventory.priceLists} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
