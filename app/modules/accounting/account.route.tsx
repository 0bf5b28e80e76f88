import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { readLedgerAccount } from './queries.server'
import { ledgerAccountSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.account.name ?? 'No such account'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'accounts.write')
  return {
    account: await readLedgerAccount(db, project.projectId, params.account ?? ''),
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'accounts.write',
  schema: ledgerAccountSchema,
  command: ({ run, url, value: { version, ...values } }) =>
    run('save_account', {
      p_account: url.pathname.split('/').at(-1)!,
      p_version: version,
      p_values: values,
    }),
  done: () => ({ to: paths.accounting.accounts, text: 'Saved.' }),
})

/** Edits code and name of an account. */
export default function Account() {
  const { account, project, idempotencyKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useCommandForm({
    id: 'account',
    schema: ledgerAccountSchema,
    lastResult,
    defaultValue: account,
  })
  return (
    <>
      <PageHeader
        title={account.name}
        crumbs={[{ label: 'Chart of accounts', to: paths.accounting.accounts }]}
        description="Posted entries show the new code and name too."
        actions={
          <LinkButton
            to={`${paths.reports.report('journal')}?${new URLSearchParams({ account: account.account })}`}
          >
            Entries
          </LinkButton>
        }
      />
      <Panel>
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <input type="hidden" name="version" value={account.version} />
          <FormGrid>
            <TextField field={fields.code} label="Code" autoComplete="off" />
            <TextField field={fields.name} label="Name" autoComplete="off" />
          </FormGrid>
          <FormActions>
            <SubmitButton>Save</SubmitButton>
            <LinkButton to={paths.accounting.accounts} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
