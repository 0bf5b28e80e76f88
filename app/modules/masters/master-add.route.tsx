import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { PageHeader } from '~/ui/PageHeader'
import { MasterForm } from './components/MasterForm'
import { kindAt, masterOf } from './definitions'
import { addMaster } from './save.server'

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

export const action = formAction({
  permission: 'masters.write',
  schema: ({ url }) => masterOf(kindAt(url.pathname)).schema,
  command: async (sent) => addMaster(sent, kindAt(sent.url.pathname), sent.value),
  done: (_, { url }) => ({ to: paths.masters.list(kindAt(url.pathname)), text: 'Added.' }),
})

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
