import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { PRINT_PERMISSIONS } from '../prints/permissions'
import { MailFields } from './MailFields'
import { MailNotice } from './MailNotice'
import { readSchedule } from './schedules.server'
import { mailSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Edit schedule of ${data.title}` : 'No such document'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, ...PRINT_PERMISSIONS)
  return {
    ...(await readSchedule(params.id ?? '', reader, request.url)),
    mails: context.mails,
    timeZone: reader.project.timeZone,
    project: reader.project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

/** Changes the filters, times and recipients of a schedule. */
export const action = formAction({
  permission: PRINT_PERMISSIONS,
  schema: mailSchema,
  command: ({ run, id, value: { when, ...value } }) =>
    run('change_report_schedule', { p_schedule: id, p_values: { ...value, ...when } }),
  fieldOf: (field) => (field === 'rhythm' ? 'when' : field),
  done: () => ({ to: paths.reports.mails, text: 'Schedule saved.' }),
})

/** Edits a schedule of mails. */
export default function MailEdit() {
  const data = useLoaderData<typeof loader>()
  const [form, fields] = useCommandForm({
    id: `mail-${data.idempotencyKey}`,
    schema: mailSchema,
    lastResult: useActionData<typeof action>(),
    defaultValue: data.values,
  })
  return (
    <>
      <PageHeader
        title={`Edit schedule: ${data.title}`}
        crumbs={[{ label: 'Scheduled e-mails', to: paths.reports.mails }]}
        description="For other filters, save a view of the report and choose it here."
      />
      <Panel>
        <CommandForm
          form={form}
          project={data.project}
          idempotencyKey={data.idempotencyKey}
          className="space-y-4"
        >
          <MailNotice mails={data.mails} />
          <MailFields fields={fields} choices={data} />
          <FormActions>
            <SubmitButton>Save schedule</SubmitButton>
            <LinkButton to={paths.reports.mails} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
