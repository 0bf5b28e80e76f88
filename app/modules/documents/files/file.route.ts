import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/platform/access/guard.server'
import { row } from '~/platform/db/command.server'
import { disposition } from '~/platform/files/disposition'
import { readFile } from '~/platform/files/document-files.server'
import { FILE_TYPES, fileKind } from '~/platform/files/upload.server'
import { problem } from '~/platform/request/errors'

/**
 * Serves a file to who reads its document; its row and the policies of storage decide.
 * Pictures open in the browser. A PDF is downloaded, so that scripts in it never run on our pages.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requireUser(context)
  if (!project) throw problem(403)
  const { name, ...stored } = row(
    await db
      .from('document_files')
      .select('name, bucket, path')
      .eq('project_id', project.projectId)
      .eq('id', params.id ?? '')
      .maybeSingle(),
  )
  const bytes = await readFile(db, stored)
  const kind = bytes && fileKind(bytes)
  if (!kind) throw problem(404)
  const how = kind === 'pdf' ? 'attachment' : 'inline'
  return new Response(bytes, {
    headers: {
      'Content-Type': FILE_TYPES[kind],
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': disposition(how, name),
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })
}
