import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { formatDate, today } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { readCategoryChoices } from '../queries.server'
import { countSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'New stock count · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'counts.write')
  const [categories] = await readCategoryChoices(db, project.projectId)
  return {
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
    categories,
    title: `Count of ${formatDate(today(project.timeZone))}`,
  }
}

export const action = formAction({
  permission: 'counts.write',
  schema: countSchema,
  command: ({ run, value: { sheet, ...count } }) =>
    run('open_stock_count', { p_count: { ...count, blind: sheet === 'blind' } }),
  done: ({ id, lines }) => ({
    to: paths.inventory.count(id),
    text: `Count sheet created: ${lines === 1 ? '1 product' : `${lines} products`}.`,
  }),
})

const SHEETS = [
  { value: 'blind', label: 'Blind: no book quantity shown' },
  { value: 'open', label: 'Show book quantity' },
]

/** Creates a count sheet: its scope, and whether the counter sees the book quantity. */
export default function CountAdd() {
  const { project, idempotencyKey, categories, title } = useLoaderData<typeof loader>()
  const [form, fields] = useCommandForm({
    id: 'count-add',
    schema: countSchema,
    lastResult: useActionData<typeof action>(),
    defaultValue: { title, sheet: 'blind' },
  })
  return (
    <>
      <PageHeader
        title="New stock count"
        crumbs={[{ label: 'Stock counts', to: paths.inventory.counts }]}
        description="Book quantities are frozen when the sheet is created; later movements are excluded."
      />
      <Panel>
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <FormGrid>
            <TextField field={fields.title} label="Name" className="lg:col-span-2" autoFocus />
            <SelectField
              field={fields.category1}
              label="Category"
              empty="All products"
              options={categories}
            />
            <SelectField field={fields.sheet} label="Sheet" options={SHEETS} hint="Recommended" />
          </FormGrid>
          <FormActions>
            <SubmitButton>Create count sheet</SubmitButton>
            <LinkButton to={paths.inventory.counts} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
