import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listReceiptWriters } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { bookletSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Assign booklet · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.write')
  const people = await listReceiptWriters(db, project.projectId)
  return {
    people: people.map(({ id, name }) => ({ value: id, label: name })),
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'treasury.write',
  schema: bookletSchema,
  command: ({ run, value }) => run('assign_booklet', { p_booklet: value }),
  done: (_, { value: { first_no, last_no } }) => ({
    to: paths.treasury.booklets,
    text: `Booklet ${first_no} to ${last_no} assigned.`,
  }),
})

/** Hands a booklet of CR numbers to a person. */
export default function BookletAdd() {
  const { people, project, idempotencyKey } = useLoaderData<typeof loader>()
  const [form, fields] = useCommandForm({
    id: 'booklet',
    schema: bookletSchema,
    lastResult: useActionData<typeof action>(),
  })
  return (
    <>
      <PageHeader
        title="Assign booklet"
        crumbs={[{ label: 'Booklets', to: paths.treasury.booklets }]}
      />
      <Panel>
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <FormGrid>
            <SelectField field={fields.user_id} label="Held by" options={people} empty="Choose…" />
            <TextField
              field={fields.first_no}
              label="First CR no."
              hint="As printed, such as CR-0001."
              autoComplete="off"
            />
            <TextField field={fields.last_no} label="Last CR no." autoComplete="off" />
          </FormGrid>
          <FormActions>
            <SubmitButton>Assign booklet</SubmitButton>
            <LinkButton to={paths.treasury.booklets} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
