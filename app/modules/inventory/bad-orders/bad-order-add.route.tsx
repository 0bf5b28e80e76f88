import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { rows } from '~/platform/db/command.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { parseQuantity } from '~/platform/values/quantity'
import { LinkButton } from '~/ui/Button'
import { ChoiceCards } from '~/ui/ChoiceCards'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PickerField } from '~/ui/PickerField'
import { PostingDateField } from '~/ui/PostingDateField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { listProductNames } from '../queries.server'
import { BAD_ORDER_KINDS } from './labels'
import { badOrderSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Record bad order · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'counts.write')
  const product = new URL(request.url).searchParams.get('product')
  const [first, chosen] = await Promise.all([
    listProductNames(db, project.projectId),
    product ? listProductNames(db, project.projectId, { ids: [product] }) : [],
  ])
  return {
    products: [...chosen, ...first.filter(({ id }) => id !== product)],
    chosen: chosen[0]?.id,
    today: today(project.timeZone),
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'counts.write',
  pickers: ({ db, projectId }) => ({
    product_id: (query) => listProductNames(db, projectId, query),
  }),
  schema: badOrderSchema,
  command: async ({ db, projectId, run, value: { product_id, quantity, ...record } }) => {
    const [product] = rows(
      await db
        .from('products')
        .select('case_config')
        .eq('project_id', projectId)
        .eq('id', product_id)
        .limit(1),
    )
    const pieces = parseQuantity(quantity, product?.case_config ?? 1)
    return run('create_bad_order', {
      p_record: { ...record, lines: [{ product_id, quantity: pieces }] },
    })
  },
  fieldOf: (field) => field.replace(/^lines\[0\]\./, ''),
  done: ({ id, record_no, status }) => ({
    to: paths.inventory.badOrder(id),
    text: status === 'pending' ? `${record_no} is pending approval.` : `${record_no} is recorded.`,
  }),
})

/** Moves pieces of a product to bad orders or back, or asks to write them off. */
export default function BadOrderAdd() {
  const { products, chosen, today, project, idempotencyKey } = useLoaderData<typeof loader>()
  const [form, fields] = useCommandForm({
    id: 'bad-order',
    schema: badOrderSchema,
    lastResult: useActionData<typeof action>(),
    defaultValue: { on_date: today, product_id: chosen },
  })
  return (
    <>
      <PageHeader
        title="Record bad order"
        crumbs={[{ label: 'Bad orders', to: paths.inventory.badOrders }]}
      />
      <Panel>
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <ChoiceCards
            field={fields.kind}
            legend="Action"
            groups={[{ label: 'Bad orders', choices: BAD_ORDER_KINDS }]}
          />
          <div className="mt-5">
            <FormGrid>
              <PickerField
                field={fields.product_id}
                label="Product"
                options={products}
                source={paths.inventory.productOptions}
                className="lg:col-span-2"
              />
              <TextField field={fields.quantity} label="Quantity" hint="Such as 3 cs + 5 pc" />
              <PostingDateField field={fields.on_date} label="Posting date" />
            </FormGrid>
          </div>
          <div className="mt-5 max-w-xl">
            <TextAreaField field={fields.reason} label="Reason" rows={2} />
          </div>
          <FormActions>
            <SubmitButton>Save</SubmitButton>
            <LinkButton to={paths.inventory.badOrders} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
