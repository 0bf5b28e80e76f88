import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requireAdmin } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { adminAction } from '~/platform/forms/form-action.server'
import { categoriesOfTrade, TRADES } from '~/platform/values/trades.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PickerField } from '~/ui/PickerField'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { currencyOptions, timeZoneOptions } from './region.server'
import { filledLines, newProjectSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Add project · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  await requireAdmin(context)
  return {
    idempotencyKey: newIdempotencyKey(),
    timeZones: timeZoneOptions(),
    currencies: currencyOptions(),
    trades: TRADES.map(({ value, label }) => ({ value, label })),
  }
}

/** Fills the first list of categories with those of the trade, where none was typed. */
function withCategories<T extends { product_categories1: string[] }>(details: T, trade?: string) {
  if (details.product_categories1.length > 0) return details
  return { ...details, product_categories1: categoriesOfTrade(trade) }
}

export const action = adminAction({
  schema: newProjectSchema,
  // The form's key is the id of the project, so that the same form sent twice creates one.
  command: ({ run, idempotencyKey, value: { trade, ...value } }) =>
    run('create_project', { p_project: idempotencyKey, p_details: withCategories(value, trade) }),
  done: ({ id }, { value: { name } }) => ({
    to: paths.admin.projectGuide(id),
    text: `${name} created.`,
  }),
})

/** Adds a project (company) to this installation. */
export default function ProjectAdd() {
  const { idempotencyKey, timeZones, currencies, trades } = useLoaderData<typeof loader>()
  const [form, fields] = useCommandForm({
    id: 'project-add',
    schema: newProjectSchema,
    lastResult: useActionData<typeof action>(),
    defaultValue: { time_zone: 'Asia/Manila', currency: 'PHP' },
  })
  const lists = [fields.product_categories1, fields.product_categories2, fields.product_categories3]
  const wide = 'sm:col-span-2'
  return (
    <>
      <PageHeader
        title="Add project"
        crumbs={[{ label: 'Projects', to: paths.admin.projects }]}
        description="One company with its own users, stock and books. The name is enough to begin; all values can be changed later in its settings."
      />
      <Panel>
        <CommandForm form={form} project={null} idempotencyKey={idempotencyKey}>
          <FormGrid>
            <TextField field={fields.name} label="Project name" autoFocus className={wide} />
            <TextField
              field={fields.title}
              label="Title"
              hint="Registered name, for printed documents"
              className={wide}
            />
            <TextField field={fields.owner_name} label="Owner" className={wide} />
            <TextField
              field={fields.owner_email}
              label="Owner's e-mail"
              type="email"
              className={wide}
            />
            <TextAreaField
              field={fields.address}
              label="Address"
              rows={2}
              className="sm:col-span-2 lg:col-span-4"
            />
            <PickerField
              field={fields.time_zone}
              label="Time zone"
              options={timeZones}
              className={wide}
            />
            <PickerField
              field={fields.currency}
              label="Currency"
              options={currencies}
              className={wide}
            />
            <SelectField
              field={fields.trade}
              label="Trade"
              empty="Another"
              options={trades}
              hint="Fills the first list of categories where it is empty"
              className={wide}
            />
          </FormGrid>
          <div className="mt-4 grid gap-4 sm:grid-cols-3">
            {lists.map((field, index) => (
              <TextAreaField
                key={field.name}
                field={field}
                label={`Category ${index + 1}`}
                hint={`One per line: ${filledLines(field.value).length} entered`}
                rows={6}
              />
            ))}
          </div>
          <FormActions>
            <SubmitButton>Create project</SubmitButton>
            <LinkButton to={paths.admin.projects} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
