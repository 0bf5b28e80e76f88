import type { SubmissionResult } from '@conform-to/react'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { NAME_HINT } from '~/platform/access/account-address'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { reply } from '~/platform/request/reply.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { createPerson, toldOfMail } from '../people/accounts.server'
import { makeInvitation } from '../people/invitation.server'
import { listManagers } from '../people/queries.server'
import { type Invited, InvitedPerson } from './components/InvitedPerson'
import { RoleFields } from './components/RoleFields'
import { hideOthers, ROLES_BELOW } from './people.server'
import { inviteSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Invite · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'people.write')
  return {
    project: project.projectId,
    roles: ROLES_BELOW,
    managers: await listManagers(db, project.projectId),
    timeZone: project.timeZone,
    idempotencyKey: newIdempotencyKey(),
  }
}

interface Answer {
  lastResult: SubmissionResult<string[]> | null
  invited: Invited | null
}

export const action = formAction({
  permission: 'people.write',
  schema: inviteSchema,
  answer: (lastResult): Answer => ({ lastResult, invited: null }),
  command: async ({ db, projectId, idempotencyKey, value }) => {
    const made = await createPerson(db, idempotencyKey, {
      ...value,
      manager_id: value.role === 'Agent' ? value.manager_id : undefined,
      project_id: projectId,
      project_ids: [projectId],
    })
    return hideOthers(db, value.email, made)
  },
  done: async (
    { user_id: id, mailed },
    { db, projectId, context, value: { email, display_name: name } },
  ) => {
    if (mailed === 'no_mail') {
      const { invitation } = await makeInvitation(db, projectId, id, context.origin)
      if ('link' in invitation)
        return reply({ lastResult: null, invited: { id, name, email, invitation } }, 200)
    }
    return { to: paths.ownProject.person(id), ...toldOfMail(mailed, email) }
  },
})

/** Invites a person into the active project. */
export default function PersonInvite() {
  const { project, roles, managers, timeZone, idempotencyKey } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as Answer | undefined
  const lastResult = answer?.lastResult
  const [form, fields] = useCommandForm({ id: 'invite', schema: inviteSchema, lastResult })
  if (answer?.invited) return <InvitedPerson {...answer.invited} timeZone={timeZone} />
  return (
    <>
      <PageHeader title="Invite" crumbs={[{ label: 'Users', to: paths.ownProject.people }]} />
      <Panel>
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <p className="mb-4 text-muted">
            The user receives an e-mail to choose a password; who has no e-mail gets a link that you
            hand over. Manager, Agent and Collector work in the field app and cannot sign in here.
          </p>
          <FormGrid>
            <TextField
              field={fields.display_name}
              label="Name"
              autoFocus
              autoComplete="off"
              hint="As shown on documents"
            />
            <TextField
              field={fields.email}
              label="User name or e-mail"
              autoComplete="off"
              hint={`To sign in. ${NAME_HINT}`}
            />
            <RoleFields fields={fields} roles={roles} managers={managers} />
          </FormGrid>
          <FormActions>
            <SubmitButton>Invite</SubmitButton>
            <LinkButton to={paths.ownProject.people} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
