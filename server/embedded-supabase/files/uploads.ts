import path from 'node:path'
import { redrawPicture } from '../../../app/platform/files/picture.server.ts'
import {
  FILE_TYPES,
  type FileResult,
  readUpload,
} from '../../../app/platform/files/upload.server.ts'
import { claimsIn } from '../accounts/token.ts'
import type { OwnerSql } from '../database/owner-sql.ts'

/** Inspection of a file, by its bucket. */
const INSPECTIONS: Record<string, (bytes: Uint8Array) => Promise<FileResult>> = {
  logos: (bytes) => redrawPicture(bytes),
  documents: readUpload,
}

/**
 * Inspects an uploaded file by its content before it is stored, whatever its sender states: a picture is redrawn,
 * anything but a picture or a PDF is refused, and so is a name with another extension.
 *
 * @returns the request to hand to the library, or the refusal.
 */
export async function inspectUpload(
  request: Request,
  jwtSecret: string,
): Promise<Request | Response> {
  const { pathname } = new URL(request.url)
  const bucket = pathname.split('/')[4]!
  if (!claimsIn(request, jwtSecret)) return refused(403, 'Only who is signed in sends files.')
  const inspect = INSPECTIONS[bucket]
  if (!inspect) return refused(403, 'No file is added here any more.')
  const sent = await fileIn(request)
  if (!sent) return refused(400, 'There is no file in this request.')
  const file = await inspect(sent)
  if (!file.ok) return refused(415, file.message)
  if (path.extname(pathname) !== `.${file.kind}`)
    return refused(415, `The file is of the kind ${file.kind}: its name must end so.`)
  const headers = new Headers(request.headers)
  // A file never changes under its name.
  for (const name of ['content-length', 'x-upsert', 'x-metadata']) headers.delete(name)
  headers.set('content-type', FILE_TYPES[file.kind])
  return new Request(request.url, { method: 'POST', headers, body: Buffer.from(file.bytes) })
}

/** The most files below a document that it does not name: one that is attached is sent first and named then. */
const MOST_UNNAMED = 20

/**
 * Has a file stored by the library, which answers 500 where its name is taken. Files below a document that it does not
 * name are shown nowhere, so there may be a few only.
 */
export async function storeOnce(
  request: Request,
  sql: OwnerSql,
  store: (request: Request) => Promise<Response>,
): Promise<Response> {
  const [bucket = '', ...key] = new URL(request.url).pathname.split('/').slice(4)
  const [state] = await sql.query<{ taken: boolean; unnamed: number }>(
    `select exists (select from storage.objects where bucket_id = $1 and name = $2) as taken,
       (select count(*)::int from storage.objects f where $1 = 'documents' and f.bucket_id = $1 and starts_with(f.name, $3)
        and not exists (select from public.document_files a where a.bucket = $1 and a.path = f.name)) as unnamed`,
    [bucket, key.join('/'), `${key.slice(0, 3).join('/')}/`],
  )
  const { taken, unnamed } = state!
  if (!taken && unnamed >= MOST_UNNAMED)
    return refused(409, `At most ${MOST_UNNAMED} files of a document wait to be attached.`)
  const response = await store(request)
  return taken && response.status >= 500 ? refused(409, 'The resource already exists') : response
}

/** Returns the bytes of the one file, sent as the body or in a form; null unless there is exactly one. */
async function fileIn(request: Request): Promise<Uint8Array | null> {
  if (!/^multipart\/form-data/i.test(request.headers.get('content-type') ?? ''))
    return new Uint8Array(await request.arrayBuffer())
  try {
    const files = [...(await request.formData()).values()].filter((part) => part instanceof File)
    return files.length === 1 ? new Uint8Array(await files[0]!.arrayBuffer()) : null
  } catch {
    return null
  }
}

/** Returns a refusal in the format of Supabase's storage service. */
function refused(status: number, message: string): Response {
  return Response.json({ statusCode: String(status), error: message, message }, { status })
}
