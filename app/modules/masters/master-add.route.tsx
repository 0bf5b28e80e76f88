import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import {
  invalidReply,
  newIdempotencyKey,
  readForm,
  readIdempotencyKey,
  refusedReply,
} from '~/platform/forms/form.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { PageHeader } from '~/ui/PageHeader'
import { addMaster } from './commands.server'
import { MasterForm } from './components/MasterForm'
import { kindAt, masterOf } from './definitions'

export const meta: MetaFunction = ({ location }) => [
  { title: `Add ${masterOf(kindAt(location.pathname)).one} · Kalakal` },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { project } = await requirePermission(context, 'masters.write')
  return {
    kind: kindAt(new URL(request.url).pathname),
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'masters.write')
  const kind = kindAt(new URL(request.url).pathname)
  const form = await readForm(request, project)
  const submission = parseWithZod(form, { schema: masterOf(kind).schema })
  if (submission.status !== 'success') return invalidReply(submission)
  const result = await addMaster(
    db,
    project.projectId,
    kind,
    readIdempotencyKey(form),
    submission.value,
  )
  if (!result.ok) return refusedReply(submission, result.error)
  return redirectWithToast(paths.masters.list(kind), 'Added.')
}

/** Adds an entry of master data. */
export default function MasterAdd() {
  const { kind, project, idempotencyKey } = useLoaderData<typeof loader>()
  const { title, one } = masterOf(kind)
  return (
    <>
      <PageHeader title={`Add ${one}`} crumbs={[{ label: title, to: paths.masters.list(kind) }]} />
      <MasterForm
        kind={kind}
        project={project}
        idempotencyKey={idempotencyKey}
        lastResult={useActionData<typeof action>()}
      />
    </>
  )
}
