import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { disposition } from '~/platform/files/disposition'
import { FILE_TYPES, fileKind } from '~/platform/files/upload.server'
import { problem } from '~/platform/request/errors'
import { readAttachment } from './queries.server'
import { readFile } from './storage.server'

/**
 * Serves a file of a voucher to readers of vouchers; its row and the policies of storage decide.
 * Pictures open in the browser. A PDF is downloaded, so that scripts in it never run on our pages.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'vouchers.read')
  const { name, path } = await readAttachment(db, project.projectId, params.id ?? '')
  const bytes = await readFile(db, path)
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
