import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod/mini'
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
import { openHouseAccount } from '../people/house-account.server'

export const meta: MetaFunction = () => [{ title: 'House account · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { project } = await requirePermission(context, 'people.write')
  return { project: project.projectId, idempotencyKey: newIdempotencyKey() }
}

const schema = z.object({})

export const action = formAction({
  permission: 'people.write',
  schema,
  command: ({ db, idempotencyKey, projectId }) => openHouseAccount(db, idempotencyKey, projectId),
  done: () => ({ to: paths.home, text: 'The house account is open.' }),
})

/** Opens the house account, which owns the customers whom no agent visits. */
export default function HouseAccount() {
  const { project, idempotencyKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const [form] = useCommandForm({ id: 'house-account', schema, lastResult })
  return (
    <>
      <PageHeader
        title="House account"
        crumbs={[{ label: 'Users', to: paths.ownProject.people }]}
      />
      <Panel>
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <p className="max-w-prose">
            Each customer has an agent. The house account takes the place of an agent for customers
            that no agent visits, on forms and in reports. No user signs in with the house account.
          </p>
          <p className="mt-2 max-w-prose text-muted">
            Later: customers are transferred to an agent, and the house account is deactivated among
            the users. Agents are invited there too.
          </p>
          <FormActions>
            <SubmitButton>Open the house account</SubmitButton>
            <LinkButton to={paths.ownProject.addPerson} variant="ghost">
              Invite an agent instead
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
