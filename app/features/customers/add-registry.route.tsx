import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listAgents } from '~/features/people/queries.server'
import { invalidReply, newOp, readForm, readOp, refusedReply } from '~/platform/form.server'
import { requirePermission } from '~/platform/guard.server'
import { redirectWithToast } from '~/platform/toast.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PickerField } from '~/ui/PickerField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { requestCustomer } from './commands.server'
import { TermsFields } from './components/TermsFields'
import { requestSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Add customer · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.request')
  const agents = await listAgents(db, project.projectId)
  return {
    project: project.projectId,
    op: newOp(),
    agents: agents.map((agent) => ({ id: agent.id, label: agent.name })),
    mayDecide: project.permissions.includes('customers.decide'),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.request')
  const form = await readForm(request, project)
  const submission = parseWithZod(form, { schema: requestSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const decides = project.permissions.includes('customers.decide')
  const result = await requestCustomer(
    db,
    project.projectId,
    readOp(form),
    submission.value,
    decides,
  )
  if (!result.ok) return refusedReply(submission, result.error)
  const { name } = submission.value
  return result.data.approval_status === 'approved'
    ? redirectWithToast(`/customers/customer-list/${result.data.id}`, `${name} added and approved.`)
    : redirectWithToast('/customers/customer-registry', `${name} waits for approval.`)
}

/** Request form of a customer. */
export default function AddRegistry() {
  const { project, op, agents, mayDecide } = useLoaderData<typeof loader>()
  const [form, fields] = useCommandForm({
    id: 'customer-add',
    schema: requestSchema,
    lastResult: useActionData<typeof action>(),
    defaultValue: { agent_id: agents.length === 1 ? agents[0]?.id : undefined },
  })
  return (
    <>
      <PageHeader
        title="Add customer"
        crumbs={[
          { label: 'Customers', to: '/customers/customer-list/customer-view-list' },
          { label: 'Requests', to: '/customers/customer-registry' },
        ]}
        description={
          mayDecide
            ? 'You may decide on customers: this one is approved at once and can be booked right away.'
            : 'This is a request: it waits until finance approves it with a credit line and terms.'
        }
      />
      <Panel>
        <CommandForm form={form} project={project} op={op}>
          <FormGrid>
            <TextField field={fields.name} label="Name" autoFocus className="lg:col-span-2" />
            <TextField field={fields.store_name} label="Store" />
            <PickerField field={fields.agent_id} label="Agent" options={agents} />
            <TextField
              field={fields.tin_no}
              label="TIN"
              placeholder="000-000-000-000"
              inputMode="numeric"
              hint="9 digits, or 12 with the branch"
            />
            <TextField field={fields.business_style} label="Business style" />
            <TextField
              field={fields.address}
              label="Address"
              className="sm:col-span-2"
              hint="Where goods are delivered"
            />
            <TextField field={fields.area} label="Area" />
            <TextField field={fields.contact} label="Contact" hint="Name and phone number" />
            {mayDecide ? (
              <TermsFields creditLine={fields.credit_line} termsDays={fields.terms_days} />
            ) : null}
          </FormGrid>
          <FormActions>
            <SubmitButton>{mayDecide ? 'Add and approve' : 'Send request'}</SubmitButton>
            <LinkButton to="/customers/customer-registry" variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
