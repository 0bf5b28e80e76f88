import {
  PICTURE_TYPES,
  type PictureKind,
  pictureKind,
  redrawPicture,
} from '~/platform/files/picture.server'

/** The kind of a document's file, detected from its content, whatever its name or sender claim. */
export type FileKind = PictureKind | 'pdf'

export const FILE_TYPES: Record<FileKind, string> = { ...PICTURE_TYPES, pdf: 'application/pdf' }

export type FileResult =
  | { ok: true; kind: FileKind; bytes: Uint8Array }
  | { ok: false; message: string }

/** This size keeps the small print of a photographed receipt readable. */
const MAX_SIDE = 2200
const MAX_BYTES = 5 * 1024 * 1024

/** Returns the kind of file of these bytes; null for any other. */
export function fileKind(bytes: Uint8Array): FileKind | null {
  return isPdf(bytes) ? 'pdf' : pictureKind(bytes)
}

/**
 * Tells whether bytes are a PDF: they begin with its version and end with its end mark, except for
 * line ends.
 */
function isPdf(bytes: Uint8Array): boolean {
  const text = (part: Uint8Array) => Buffer.from(part).toString('latin1')
  return (
    /^%PDF-\d\.\d/.test(text(bytes.subarray(0, 8))) && text(bytes.subarray(-1024)).includes('%%EOF')
  )
}

/**
 * Prepares an upload for storage. A picture is re-encoded, so that only its pixels remain. A PDF
 * stays as it is and is only served as a download.
 */
export async function readUpload(upload: Uint8Array): Promise<FileResult> {
  if (upload.byteLength > MAX_BYTES)
    return { ok: false, message: 'Choose a file of at most 5 MiB.' }
  const kind = fileKind(upload)
  if (!kind)
    return {
      ok: false,
      message: 'Choose a PDF, or a picture: PNG, JPEG or WebP. Scan it again if it is one.',
    }
  if (kind === 'pdf') return { ok: true, kind, bytes: upload }
  return redrawPicture(upload, { maxBytes: MAX_BYTES, maxSide: MAX_SIDE })
}
