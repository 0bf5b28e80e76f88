import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listAgents } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { refuseDuplicates } from '~/platform/forms/duplicates.server'
import { typedText } from '~/platform/forms/fields'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { VAT_CLASS_OPTIONS } from '~/platform/values/vat'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PickerField } from '~/ui/PickerField'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { Suggestions } from '~/ui/Suggestions'
import { TextField } from '~/ui/TextField'
import { CustomerDuplicateWarning } from './components/CustomerDuplicateWarning'
import { TermsFields } from './components/TermsFields'
import { useCustomerDuplicates } from './components/useCustomerDuplicates'
import { findCustomerDuplicates, REVIEW_CUSTOMERS } from './duplicates.server'
import { listAreas } from './list.server'
import { customerRequestSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Add customer · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.request')
  const { projectId } = project
  const [agents, areas] = await Promise.all([listAgents(db, projectId), listAreas(db, projectId)])
  return {
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
    areas,
    agents: agents.map((agent) => ({ id: agent.id, label: agent.name })),
    mayDecide: project.permissions.includes('customers.decide'),
  }
}

export const action = formAction({
  permission: 'customers.request',
  page: async ({ db, projectId, payload }) => ({
    duplicates: await findCustomerDuplicates(db, projectId, {
      name: typedText(payload.name),
      storeName: typedText(payload.store_name),
      tinNo: typedText(payload.tin_no),
    }),
  }),
  schema: customerRequestSchema,
  command: async (sent) => {
    const { credit_line = null, terms_days = 0, again: _seen, ...identity } = sent.value
    // The database takes credit line and terms only from someone who may decide.
    const decides = sent.project.permissions.includes('customers.decide')
    const { duplicates } = await sent.page()
    return (
      (await refuseDuplicates(sent, duplicates, REVIEW_CUSTOMERS)) ??
      sent.run('request_customer', {
        p_customer: decides ? { ...identity, credit_line, terms_days } : identity,
      })
    )
  },
  done: ({ id, approval_status }, { value: { name } }) =>
    approval_status === 'approved'
      ? { to: paths.customers.customer(id), text: `${name} added and approved.` }
      : { to: paths.customers.requests, text: `${name} is pending approval.` },
})

/** The form to request a new customer. */
export default function AddRegistry() {
  const { project, idempotencyKey, agents, areas, mayDecide } = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const [form, fields] = useCommandForm({
    id: 'customer-add',
    schema: customerRequestSchema,
    lastResult: answered?.lastResult,
    defaultValue: {
      agent_id: agents.length === 1 ? agents[0]?.id : undefined,
      vat_class: 'vatable',
    },
  })
  const duplicates = useCustomerDuplicates(
    { name: fields.name.value, store: fields.store_name.value, tin: fields.tin_no.value },
    answered?.duplicates ?? [],
  )
  return (
    <>
      <PageHeader
        title="Add customer"
        crumbs={[
          { label: 'Customers', to: paths.customers.list },
          { label: 'Customer requests', to: paths.customers.requests },
        ]}
        description={
          mayDecide
            ? 'The customer will be approved on saving.'
            : 'This is a request. Finance approves it with a credit limit and payment terms.'
        }
      />
      <Panel>
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
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
            <TextField field={fields.area} label="Area" list="areas" autoComplete="off" />
            <TextField
              field={fields.contact}
              label="Contact person / phone"
              hint="Name and phone number"
            />
            {mayDecide ? (
              <>
                <SelectField
                  field={fields.vat_class}
                  label="VAT class"
                  options={VAT_CLASS_OPTIONS}
                  hint="Exempt and zero-rated customers pay no VAT"
                />
                <TermsFields creditLine={fields.credit_line} termsDays={fields.terms_days} />
              </>
            ) : null}
          </FormGrid>
          <Suggestions
            id="areas"
            options={areas}
            source={paths.customers.areaOptions}
            typed={fields.area.value}
          />
          <CustomerDuplicateWarning
            duplicates={duplicates}
            field={fields.again}
            label="Not a duplicate, save"
          />
          <FormActions>
            <SubmitButton>{mayDecide ? 'Add and approve' : 'Send request'}</SubmitButton>
            <LinkButton to={paths.customers.requests} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
