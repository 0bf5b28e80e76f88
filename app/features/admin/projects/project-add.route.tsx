import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalidReply, newOp, readOp, refusedReply } from '~/platform/form.server'
import { requireAdmin } from '~/platform/guard.server'
import { redirectWithToast } from '~/platform/toast.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { createProject } from './commands.server'
import { projectSchema, TIME_ZONES } from './schema'

export const meta: MetaFunction = () => [{ title: 'Add project · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  await requireAdmin(context)
  return { op: newOp() }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db } = await requireAdmin(context)
  const form = await request.formData()
  const submission = parseWithZod(form, { schema: projectSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const result = await createProject(db, readOp(form), submission.value)
  if (!result.ok) return refusedReply(submission, result.error)
  return redirectWithToast(
    `/admin-projects/${result.data.id}`,
    `${submission.value.name} is ready. Add its people next.`,
  )
}

/** A new company on this installation. */
export default function ProjectAdd() {
  const { op } = useLoaderData<typeof loader>()
  const [form, fields] = useCommandForm({
    id: 'project-add',
    schema: projectSchema,
    lastResult: useActionData<typeof action>(),
    defaultValue: { time_zone: 'Asia/Manila', currency: 'PHP' },
  })
  return (
    <>
      <PageHeader title="Add project" crumbs={[{ label: 'Projects', to: '/admin-projects' }]} />
      <Panel>
        <CommandForm form={form} project={null} op={op}>
          <FormGrid>
            <TextField
              field={fields.name}
              label="Project name"
              autoFocus
              className="lg:col-span-2"
            />
            <TextField
              field={fields.title}
              label="Title"
              hint="Registered name, for printed documents"
            />
            <TextField field={fields.owner_name} label="Owner" />
            <TextField field={fields.owner_email} label="Owner's e-mail" type="email" />
            <TextField field={fields.address} label="Address" className="lg:col-span-2" />
            <SelectField
              field={fields.time_zone}
              label="Time zone"
              options={TIME_ZONES.map((value) => ({ value, label: value }))}
            />
            <TextField field={fields.currency} label="Currency" />
            <TextAreaField
              field={fields.categories}
              label="Product categories"
              hint="One a line; more can follow later"
            />
          </FormGrid>
          <FormActions>
            <SubmitButton>Create project</SubmitButton>
            <LinkButton to="/admin-projects" variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
