import path from 'node:path'
import { redrawPicture } from '../../app/platform/files/picture.server.ts'
import { FILE_TYPES, type FileResult, readUpload } from '../../app/platform/files/upload.server.ts'
import { claimsIn } from './token.ts'

/** Inspection of a file, by its bucket. */
const INSPECTIONS: Record<string, (bytes: Uint8Array) => Promise<FileResult>> = {
  logos: (bytes) => redrawPicture(bytes),
  vouchers: readUpload,
}

const UPLOAD = /^\/storage\/v1\/object\/([^/]+)\/(.+)$/

/**
 * Inspects a file by its content before it is stored, whoever sends it and whatever is said of it: a picture is drawn
 * anew, anything but a picture or a PDF is refused, and so is a name that tells another kind.
 *
 * @returns the request to hand to the library, which is the same one where no file is sent, or the refusal.
 */
export async function inspectUpload(
  request: Request,
  jwtSecret: string,
): Promise<Request | Response> {
  const [, bucket, key] = UPLOAD.exec(new URL(request.url).pathname) ?? []
  if (request.method !== 'POST' || !bucket || !key) return request
  if (!claimsIn(request, jwtSecret)) return refused(403, 'Only who is signed in sends files.')
  if (!Object.hasOwn(INSPECTIONS, bucket)) return refused(404, 'Bucket not found')
  const sent = await fileIn(request)
  if (!sent) return refused(400, 'There is no file in this request.')
  const file = await INSPECTIONS[bucket]!(sent)
  if (!file.ok) return refused(415, file.message)
  if (path.extname(key) !== `.${file.kind}`)
    return refused(415, `The file is of the kind ${file.kind}: its name must end so.`)
  const headers = new Headers(request.headers)
  // A file never changes under its name.
  for (const name of ['content-length', 'x-upsert', 'x-metadata']) headers.delete(name)
  headers.set('content-type', FILE_TYPES[file.kind])
  return new Request(request.url, { method: 'POST', headers, body: Buffer.from(file.bytes) })
}

/** The bytes of the one file, sent as they are or in a form. */
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

/** A refusal as the storage service of Supabase writes it. */
function refused(status: number, message: string): Response {
  return Response.json({ statusCode: String(status), error: message, message }, { status })
}
