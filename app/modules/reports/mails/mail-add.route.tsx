import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { folderOf } from '../definition'
import { PRINT_PERMISSIONS } from '../prints/permissions'
import { MailFields } from './MailFields'
import { MailNotice } from './MailNotice'
import { keptSearch, mailedReport, readMailForm } from './schedules.server'
import { mailSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Send ${data.title} by e-mail` : 'Send by e-mail'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, ...PRINT_PERMISSIONS)
  const report = mailedReport(params.report)
  if (!reader.project.permissions.includes(report.permission)) throw problem(403)
  const { project, user } = reader
  return {
    ...(await readMailForm(report, reader, request.url)),
    title: report.title,
    back: `${report.path}${new URL(request.url).search}`,
    mails: context.mails,
    timeZone: project.timeZone,
    me: user.userId,
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

/** Has the report of the address mailed, with the filters of the address or those of a saved view. */
export const action = formAction({
  permission: PRINT_PERMISSIONS,
  schema: mailSchema,
  command: ({ run, project, url, value: { when, ...value } }) => {
    const report = mailedReport(url.pathname.split('/').at(-1))
    const search = keptSearch(report, { project }, url.searchParams)
    return run('save_report_schedule', {
      p_schedule: { ...value, ...when, search, report: folderOf(report) },
    })
  },
  fieldOf: (field) => (field === 'rhythm' ? 'when' : field),
  done: () => ({ to: paths.reports.mails, text: 'Scheduled.' }),
})

/** Schedules the mails of a report. */
export default function MailAdd() {
  const data = useLoaderData<typeof loader>()
  const [form, fields] = useCommandForm({
    id: `mail-${data.idempotencyKey}`,
    schema: mailSchema,
    lastResult: useActionData<typeof action>(),
    defaultValue: { when: 'day', hour: 6, recipients: [data.me] },
  })
  return (
    <>
      <PageHeader
        title="Send by e-mail"
        crumbs={[
          { label: data.title, to: data.back },
          { label: 'Scheduled e-mails', to: paths.reports.mails },
        ]}
        description="Each recipient gets the report as an Excel file, with the rows that they may read. Periods such as last month move with the day."
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
            <SubmitButton>Schedule</SubmitButton>
            <LinkButton to={data.back} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
