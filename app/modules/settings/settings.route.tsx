import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod/mini'
import { requestReset } from '~/modules/auth/reset.server'
import { paths } from '~/paths'
import { requireUser } from '~/platform/access/guard.server'
import { roleLabel } from '~/platform/access/role-label'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { ownResult } from '~/platform/forms/own-result'
import { problem } from '~/platform/request/errors'
import { LinkButton } from '~/ui/Button'
import { Details } from '~/ui/Details'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { changePassword } from './change-password.server'
import { ChangeName } from './components/ChangeName'
import { ChangePassword } from './components/ChangePassword'
import { EndOthers, Sessions } from './components/Sessions'
import { listOwnSessions } from './queries.server'
import { endedText, nameSchema, passwordSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Settings · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, user, project } = await requireUser(context)
  if (!project) throw user.isAdmin ? problem(403) : redirect(paths.home)
  const { projectId, projectName, role, timeZone } = project
  return {
    idempotencyKeys: { name: newIdempotencyKey(), sessions: newIdempotencyKey() },
    name: user.displayName,
    email: user.email,
    sessions: await listOwnSessions(db),
    project: { id: projectId, name: projectName, role, timeZone },
  }
}

export const action = formActions({
  // The settings are those of whoever is signed in.
  permission: null,
  intents: (intent) => ({
    name: intent({
      schema: nameSchema,
      // The name has no effect on access or sign-in (docs/permissions.md).
      command: ({ run, value: { name } }) => run('change_display_name', { p_display_name: name }),
      done: 'Account Name Changed Successfully!',
    }),
    password: intent({
      schema: passwordSchema,
      hideFields: ['current', 'password', 'again'],
      command: ({ context, user, projectId, value }) =>
        changePassword(context, user, projectId, value),
      done: 'Your password is changed. Your other sessions have ended.',
    }),
    // Ends one of the user's own sessions, or all but the current one.
    end: intent({
      schema: z.object({ session: z.optional(z.string()) }),
      command: async ({ run, value: { session = null } }) => {
        const result = await run('end_my_sessions', { p_session: session })
        if (!result.ok) throw problem(result.error.status, result.error.message)
        return result
      },
      done: ({ ended }) => endedText(ended),
    }),
    reset: intent({
      schema: z.object({}),
      command: async ({ context, user }) => ({
        ok: true,
        data: await requestReset(context, user.email),
      }),
      // The button has no space for an error, so the message is a toast either way.
      done: (sent, { user }) =>
        sent.ok
          ? `Reset password link is sent to your email ${user.email}.`
          : { text: sent.message, tone: 'danger' },
    }),
  }),
})

/** Shows the user's own name, password and sessions. */
export default function Settings() {
  const { idempotencyKeys, name, email, sessions, project } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="Settings"
        actions={<LinkButton to={paths.notifications.settings}>Notifications</LinkButton>}
      />
      <div className="grid items-start gap-4 xl:grid-cols-2 xl:grid-rows-[auto_1fr_auto]">
        <Panel
          title="Account"
          actions={
            <ChangeName
              idempotencyKey={idempotencyKeys.name}
              name={name}
              project={project.id}
              lastResult={ownResult(lastResult, 'name')}
            />
          }
        >
          <Details
            items={[
              ['Name', name],
              ['E-mail', email],
              ['Role', roleLabel(project.role)],
              ['Project', project.name],
            ]}
          />
        </Panel>
        <Panel title="Password" className="xl:row-span-2">
          <ChangePassword
            email={email}
            project={project.id}
            lastResult={ownResult(lastResult, 'password')}
          />
        </Panel>
        <Panel title="Forgot password">
          <ResetLink project={project.id} />
        </Panel>
        <Panel
          title="Active sessions"
          flush
          className="xl:col-span-2"
          actions={
            <EndOthers
              sessions={sessions}
              project={project.id}
              idempotencyKey={idempotencyKeys.sessions}
            />
          }
        >
          <Sessions
            sessions={sessions}
            project={project.id}
            idempotencyKey={idempotencyKeys.sessions}
            timeZone={project.timeZone}
          />
        </Panel>
      </div>
    </>
  )
}

/** Sends the same mail as the sign-in screen to a user who has forgotten the current password. */
function ResetLink({ project }: { project: string }) {
  return (
    <Form method="post" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">
        We send a link to your e-mail address to choose a new password without the current one.
      </p>
      <input type="hidden" name="project" value={project} />
      <SubmitButton variant="secondary" name="intent" value="reset">
        Send reset link
      </SubmitButton>
    </Form>
  )
}
