import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod/mini'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { roleLabel } from '~/platform/access/role-label'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions, type Sent } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import { StageBadge } from '~/ui/Badge'
import { Details } from '~/ui/Details'
import { ErrorBanner, sentencesOf } from '~/ui/ErrorBanner'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { MAILS, readAccount, sendVerification } from '../people/accounts.server'
import { AccountPanel } from '../people/components/AccountPanel'
import { InvitationPanel } from '../people/components/InvitationPanel'
import { isHouseAccount } from '../people/house-account.server'
import { makeInvitation } from '../people/invitation.server'
import { listManagers } from '../people/queries.server'
import { LimitForm } from './components/LimitForm'
import { OwnPersonActions } from './components/OwnPersonActions'
import { RoleForm } from './components/RoleForm'
import { type OwnPerson, ROLES_BELOW, readOwnPerson } from './people.server'
import { limitSchema, ownRoleSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.person.name ?? 'User'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, user, project } = await requirePermission(context, 'people.write')
  const { projectId } = project
  const of = { projectId, userId: user.userId, id: params.id ?? '' }
  const person = await readOwnPerson(db, of)
  const [account, managers] = await Promise.all([
    readAccount(person.id),
    listManagers(db, projectId, person.id),
  ])
  return {
    project: projectId,
    person,
    house: isHouseAccount(person.email),
    account,
    managers,
    roles: ROLES_BELOW,
    timeZone: project.timeZone,
    idempotencyKey: newIdempotencyKey(),
    outbox: context.outbox,
  }
}

const button = z.object({})

export const action = formActions({
  permission: 'people.write',
  document: async ({ db, projectId, user, id }) => {
    const person = await readOwnPerson(db, { projectId, userId: user.userId, id })
    if (!person.below) throw problem(403)
    return person
  },
  intents: (intent) => {
    const setStatus = (status: 'active' | 'inactive') =>
      intent({
        schema: button,
        command: ({ run, document: { id } }) =>
          run('set_member_status', { p_user: id, p_status: status }),
        done: (_, { document: { name } }) => `${name} is ${status}.`,
      })
    return {
      link: ({ db, projectId, document: { id }, context }: Sent<OwnPerson>) =>
        makeInvitation(db, projectId, id, context.origin),
      deactivate: setStatus('inactive'),
      reactivate: setStatus('active'),
      sign_out: intent({
        schema: button,
        command: ({ run, document: { id } }) => run('end_member_sessions', { p_user: id }),
        done: ({ ended }, { document: { name } }) =>
          ended === 0 ? `${name} had no active session.` : `${name} is signed out everywhere.`,
      }),
      resend: intent({
        schema: button,
        command: async ({ document: { email } }) => {
          const mailed = await sendVerification(email)
          return mailed === 'sent'
            ? { ok: true, data: null }
            : { ok: false, error: { status: 422, code: mailed, message: MAILS[mailed] } }
        },
        done: (_, { document: { email } }) =>
          `An e-mail to choose a password was sent to ${email}.`,
      }),
      limit: intent({
        schema: limitSchema,
        command: ({ run, document: { id }, value: { approval_limit = null } }) =>
          run('set_approval_limit', { p_user: id, p_limit: approval_limit }),
        done: 'Approval limit saved.',
      }),
      role: intent({
        schema: ownRoleSchema,
        command: ({ run, projectId, document: { id }, value: { role, manager_id, version } }) =>
          run('update_member', {
            p_version: version,
            p_member: {
              user_id: id,
              role,
              manager_id: role === 'Agent' ? manager_id : undefined,
              project_ids: [projectId],
            },
          }),
        done: (_, { document: { name }, value: { role } }) => `${name} is ${roleLabel(role)} now.`,
      }),
    }
  },
})

/** Shows a person of the active project, and changes whoever is below the reader. */
export default function OwnPersonPage() {
  const data = useLoaderData<typeof loader>()
  const { person, house, account, timeZone, managers } = data
  const answer = useActionData<typeof action>()
  const invitation = answer && 'invitation' in answer ? answer.invitation : undefined
  const lastResult = answer && 'invitation' in answer ? undefined : answer
  const refused = lastResult?.initialValue?.intent
  const { membership } = person
  const manager = managers.find(({ value }) => value === membership.managerId)
  return (
    <>
      <PageHeader
        title={person.name}
        crumbs={[{ label: 'Users', to: paths.ownProject.people }]}
        badges={<StageBadge stage={membership.status} />}
        actions={
          person.below ? (
            <OwnPersonActions
              {...data}
              verified={house || account.verifiedAt !== null}
              refused={typeof refused === 'string' ? refused : null}
              errors={sentencesOf(lastResult)}
            />
          ) : null
        }
      />
      {refused === 'resend' ? <ErrorBanner errors={sentencesOf(lastResult)} /> : null}
      <AccountPanel {...{ person, house, account, timeZone }} />
      {person.below && !person.elsewhere && !house && !account.verifiedAt ? (
        <InvitationPanel {...{ name: person.name, project: data.project, timeZone, invitation }} />
      ) : null}
      <Panel title="Role">
        {person.below ? (
          <RoleForm {...data} lastResult={refused === 'role' ? lastResult : undefined} />
        ) : (
          <>
            <p className="mb-4 text-muted">The administrator changes this.</p>
            <Details
              items={[
                ['Role', roleLabel(membership.role)],
                ['Manager', manager?.label ?? 'None'],
              ]}
            />
          </>
        )}
      </Panel>
      {person.below && membership.role === 'Manager' ? (
        <Panel title="Approvals in the field app">
          <LimitForm {...data} lastResult={refused === 'limit' ? lastResult : undefined} />
        </Panel>
      ) : null}
    </>
  )
}
