import { parseWithZod } from '@conform-to/zod/v4'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { requestReset } from '~/features/auth/reset.server'
import { runCommand } from '~/platform/command.server'
import { problem } from '~/platform/errors'
import { invalidReply, newOp, readForm, readOp, refusedReply } from '~/platform/form.server'
import { requireUser } from '~/platform/guard.server'
import { redirectWithToast } from '~/platform/toast.server'
import { Details } from '~/ui/Details'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { ChangeName } from './ChangeName'
import { nameSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Settings · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { user, project } = await requireUser(context)
  // The administrator has no Settings (specification, section 6).
  if (!project) throw user.isAdmin ? problem(403) : redirect('/home')
  const { projectId, projectName, role } = project
  return { op: newOp(), name: user.displayName, email: user.email, projectId, projectName, role }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, user, project } = await requireUser(context)
  if (!project) throw problem(403)
  const form = await readForm(request, project)
  if (form.get('intent') === 'reset') {
    await requestReset(context, user.email)
    return redirectWithToast(
      '/settings',
      `Reset password link is sent to your email ${user.email}.`,
    )
  }
  const submission = parseWithZod(form, { schema: nameSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const result = await runCommand(db, 'change_display_name', {
    p_project: project.projectId,
    p_op: readOp(form),
    p_display_name: submission.value.name,
  })
  if (!result.ok) return refusedReply(submission, result.error)
  return redirectWithToast('/settings', 'Account Name Changed Successfully!')
}

/** One's own name and password. */
export default function Settings() {
  const { op, name, email, projectId, projectName, role } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHeader title="Settings" />
      <div className="grid max-w-3xl gap-4">
        <Panel
          title="Account"
          actions={<ChangeName {...{ op, name, projectId }} lastResult={lastResult} />}
        >
          <Details
            items={[
              ['Name', name],
              ['Email', email],
              ['Role', role],
              ['Project', projectName],
            ]}
          />
        </Panel>
        <Panel title="Password">
          <Form method="post" className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-muted">
              We send a link to your email; it lets you choose a new one.
            </p>
            <input type="hidden" name="project" value={projectId} />
            <SubmitButton variant="secondary" name="intent" value="reset">
              Send reset link
            </SubmitButton>
          </Form>
        </Panel>
      </div>
    </>
  )
}
