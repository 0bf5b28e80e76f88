import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { requestReset } from '~/modules/auth/reset.server'
import { paths } from '~/paths'
import { requireUser } from '~/platform/access/guard.server'
import { newIdempotencyKey, readForm } from '~/platform/forms/form.server'
import { problem } from '~/platform/request/errors'
import { redirectWithToast } from '~/platform/request/toast.server'
import { Details } from '~/ui/Details'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { end, password, rename } from './acts.server'
import { ChangeName } from './components/ChangeName'
import { ChangePassword } from './components/ChangePassword'
import { EndOthers, Sessions } from './components/Sessions'
import { listOwnSessions } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Settings · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, user, project } = await requireUser(context)
  // The platform administrator has no Settings.
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

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, project } = await requireUser(context)
  if (!project) throw problem(403)
  const form = await readForm(request, project)
  switch (form.get('intent')) {
    case 'name':
      return rename(context, project, form)
    case 'password':
      return password(context, user, project, form)
    case 'end':
      return end(context, project, form)
    case 'reset': {
      const sent = await requestReset(context, user.email)
      return sent.ok
        ? redirectWithToast(
            paths.settings.page,
            `Reset password link is sent to your email ${user.email}.`,
          )
        : redirectWithToast(paths.settings.page, sent.message, 'danger')
    }
    default:
      throw problem(400)
  }
}

/** Shows the user's own name, password and sessions. */
export default function Settings() {
  const { idempotencyKeys, name, email, sessions, project } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const of = (intent: string) =>
    lastResult?.initialValue?.intent === intent ? lastResult : undefined
  return (
    <>
      <PageHeader title="Settings" />
      <div className="grid items-start gap-4 xl:grid-cols-2 xl:grid-rows-[auto_1fr_auto]">
        <Panel
          title="Account"
          actions={
            <ChangeName
              idempotencyKey={idempotencyKeys.name}
              name={name}
              project={project.id}
              lastResult={of('name')}
            />
          }
        >
          <Details
            items={[
              ['Name', name],
              ['Email', email],
              ['Role', project.role],
              ['Project', project.name],
            ]}
          />
        </Panel>
        <Panel title="Password" className="xl:row-span-2">
          <ChangePassword email={email} project={project.id} lastResult={of('password')} />
        </Panel>
        <Panel title="Forgotten password">
          <ResetLink project={project.id} />
        </Panel>
        <Panel
          title="Where you are signed in"
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
        We send a link to your email; it lets you choose a new password without the current one.
      </p>
      <input type="hidden" name="project" value={project} />
      <SubmitButton variant="secondary" name="intent" value="reset">
        Send reset link
      </SubmitButton>
    </Form>
  )
}
