import {
  PICTURE_TYPES,
  type PictureKind,
  pictureKind,
  redrawPicture,
} from '~/platform/files/picture.server'

/** What a voucher's file may be: told from its content, whatever its name or its sender say. */
export type FileKind = PictureKind | 'pdf'

export const FILE_TYPES: Record<FileKind, string> = { ...PICTURE_TYPES, pdf: 'application/pdf' }

export type FileResult =
  | { ok: true; kind: FileKind; bytes: Uint8Array }
  | { ok: false; message: string }

/** Large enough that the small print of a photographed receipt can still be read. */
const MAX_SIDE = 2200
const MAX_BYTES = 5 * 1024 * 1024

/** The kind of file that these bytes are; null for anything else. */
export function fileKind(bytes: Uint8Array): FileKind | null {
  return isPdf(bytes) ? 'pdf' : pictureKind(bytes)
}

/** A PDF begins with its version and ends with its end mark, give or take line ends. */
function isPdf(bytes: Uint8Array): boolean {
  const text = (part: Uint8Array) => Buffer.from(part).toString('latin1')
  return (
    /^%PDF-\d\.\d/.test(text(bytes.subarray(0, 8))) && text(bytes.subarray(-1024)).includes('%%EOF')
  )
}

/**
 * An upload ready to be kept: a picture is drawn anew, so that nothing but its pixels remains; a PDF
 * stays as it is and is only ever handed out as a download.
 */
export async function readUpload(upload: Uint8Array): Promise<FileResult> {
  if (upload.byteLength > MAX_BYTES)
    return { ok: false, message: 'Choose a file of at most 5 MiB.' }
  const kind = fileKind(upload)
  if (!kind)
    return {
      ok: false,
      message: 'Choose a PDF, or a picture: PNG, JPEG or WebP. Scan it anew if it is one.',
    }
  if (kind === 'pdf') return { ok: true, kind, bytes: upload }
  return redrawPicture(upload, { maxBytes: MAX_BYTES, maxSide: MAX_SIDE })
}
