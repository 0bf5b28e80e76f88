import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formActions } from '~/platform/forms/form-action.server'
import { PageHeader } from '~/ui/PageHeader'
import { commentIntents } from './comments/actions.server'
import { CommentsPanel } from './comments/CommentsPanel'
import { backOf, kindInAddress, type ReadDocument } from './document.server'
import { fileIntents } from './files/actions.server'
import { FilesPanel } from './files/FilesPanel'
import { KINDS_WITH_FILES } from './kinds'
import { readFilesAndComments } from './parts.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.parts.title ?? 'Document'}: files and comments · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(
    context,
    ...KINDS_WITH_FILES[kindInAddress(request.url)].read,
  )
  const kind = kindInAddress(request.url)
  const id = params.id ?? ''
  return {
    parts: await readFilesAndComments(db, project, kind, id, { all: true }),
    back: backOf(new URL(request.url), kind, id),
  }
}

export const action = formActions({
  permission: (request) => KINDS_WITH_FILES[kindInAddress(request.url)].read,
  document: async ({ url, id }): Promise<ReadDocument> => {
    const kind = kindInAddress(url.href)
    return { kind, id, back: backOf(url, kind, id) }
  },
  intents: (intent) => ({ ...fileIntents(intent), ...commentIntents(intent) }),
})

/** Shows all files and comments of a document, also those of a form that was refused. */
export default function DocumentPage() {
  const { parts, back } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const address = `${paths.documents.parts(parts.kind, parts.id)}?back=${encodeURIComponent(back)}`
  return (
    <>
      <PageHeader title="Files and comments" crumbs={[{ label: parts.title, to: back }]} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <FilesPanel {...{ parts, lastResult }} action={address} />
        <CommentsPanel {...{ parts, lastResult }} action={address} />
      </div>
    </>
  )
}
