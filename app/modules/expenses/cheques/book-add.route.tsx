import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listBankOptions } from '~/modules/masters/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { EmptyState } from '~/ui/EmptyState'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { bookSchema } from './schema'
import { issuedTabAt } from './tabs'

export const meta: MetaFunction = () => [{ title: 'Add cheque book · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'masters.write')
  return {
    banks: await listBankOptions(db, project.projectId),
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'masters.write',
  schema: bookSchema,
  command: ({ run, value }) => run('add_cheque_book', { p_book: value }),
  done: ({ leaves }) => ({ to: issuedTabAt('blank'), text: `${leaves} cheques added.` }),
})

/** Adds a new cheque book by the numbers of its first and last leaf. */
export default function BookAdd() {
  const { banks, project, idempotencyKey } = useLoaderData<typeof loader>()
  const [form, fields] = useCommandForm({
    id: 'cheque-book',
    schema: bookSchema,
    lastResult: useActionData<typeof action>(),
    defaultValue: { bank_id: banks.length === 1 ? banks[0]?.value : '' },
  })
  return (
    <>
      <PageHeader
        title="Add cheque book"
        crumbs={[{ label: 'Cheques issued', to: paths.expenses.cheques }]}
        description="Vouchers of this account then use numbers of its cheque books only."
      />
      <Panel>
        {banks.length === 0 ? (
          <EmptyState
            line
            title="No bank account yet"
            action={
              <LinkButton to={paths.masters.add('banks')}>
                <Icon name="plus" />
                Add bank account
              </LinkButton>
            }
          >
            A cheque book belongs to one of the company’s accounts.
          </EmptyState>
        ) : (
          <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
            <FormGrid>
              <SelectField
                field={fields.bank_id}
                label="Bank account"
                options={banks}
                empty="Choose…"
              />
              <TextField
                field={fields.first_no}
                label="Starting no."
                hint="As printed, with leading zeros."
                inputMode="numeric"
                autoComplete="off"
              />
              <TextField
                field={fields.last_no}
                label="Last number"
                inputMode="numeric"
                autoComplete="off"
              />
            </FormGrid>
            <FormActions>
              <SubmitButton>Add cheque book</SubmitButton>
              <LinkButton to={paths.expenses.cheques} variant="ghost">
                Cancel
              </LinkButton>
            </FormActions>
          </CommandForm>
        )}
      </Panel>
    </>
  )
}
