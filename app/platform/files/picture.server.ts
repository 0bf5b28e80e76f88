import type { Metadata, Sharp } from 'sharp'

/**
 * The accepted kinds of picture. The first bytes decide, whatever the file's name or the sender
 * says.
 */
export type PictureKind = 'png' | 'jpg' | 'webp'

export const PICTURE_TYPES: Record<PictureKind, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
}

export type PictureResult =
  | { ok: true; kind: PictureKind; bytes: Buffer }
  | { ok: false; message: string }

/** Limits the size of an upload, and of the picture that is stored. */
interface Limits {
  maxBytes: number
  /** Pixels of the longer side. */
  maxSide: number
}

const LOGO: Limits = { maxBytes: 1024 * 1024, maxSide: 800 }
const MAX_PIXELS = 25_000_000
const SECONDS = 15

/** The library, from the first picture on: loading it would take a tenth of the server's start. */
let loaded: ReturnType<typeof load> | undefined

async function load() {
  const { default: sharp } = await import('sharp')
  // Only these decoders ever run, even if the first bytes are misleading.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  })
  sharp.cache(false)
  return sharp
}

/** The kind of picture that these bytes begin as; null for anything else. */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  const text = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpg'
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'webp'
  return null
}

/**
 * A new picture made from an upload: decoded in full and drawn again, so that nothing of the file
 * but its pixels remains (no metadata, no second content behind the first), within the limits; those of
 * a logo when none are given.
 *
 * @returns the new file, or what is wrong with the upload in a sentence for staff.
 */
export async function redrawPicture(
  upload: Uint8Array,
  limits: Limits = LOGO,
): Promise<PictureResult> {
  if (upload.byteLength > limits.maxBytes)
    return refuse(`Choose a file of at most ${limits.maxBytes / LOGO.maxBytes} MiB.`)
  const kind = pictureKind(upload)
  if (!kind) return refuse('This is not a picture. Choose a PNG, JPEG or WebP file.')
  loaded ??= load()
  const sharp = await loaded
  try {
    // The head alone: nothing is decoded before its size is known.
    const head = await sharp(upload, { limitInputPixels: false }).metadata()
    if (isAnimated(head, upload, kind))
      return refuse('Animated pictures are not supported. Choose another one.')
    if (head.width * head.height > MAX_PIXELS)
      return refuse('Choose a picture of at most 25 megapixels.')
    return { ok: true, ...(await draw(sharp(upload, DECODED), kind, limits)) }
  } catch {
    return refuse('This picture is damaged. Save it as a new file and try again.')
  }
}

function refuse(message: string): PictureResult {
  return { ok: false, message }
}

/** WebP tells its pages; an animated PNG says so in a chunk before its pixels, which decoders skip. */
function isAnimated({ pages }: Metadata, bytes: Uint8Array, kind: PictureKind): boolean {
  if ((pages ?? 1) > 1) return true
  if (kind !== 'png') return false
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const chunk = file.toString('latin1', at + 4, at + 8)
    if (chunk === 'acTL') return true
    if (chunk === 'IDAT') return false
  }
  return false
}

const DECODED = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const

async function draw(picture: Sharp, kind: PictureKind, { maxBytes, maxSide }: Limits) {
  const pixels = picture
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const bytes = await ENCODERS[kind](pixels.clone()).toBuffer()
  if (bytes.byteLength <= maxBytes) return { kind, bytes }
  // Noise that PNG cannot make small: the bucket takes no more than an upload may have.
  return { kind: 'webp' as const, bytes: await pixels.clone().webp({ quality: 75 }).toBuffer() }
}

const ENCODERS: Record<PictureKind, (picture: Sharp) => Sharp> = {
  png: (picture) => picture.png({ compressionLevel: 9 }),
  jpg: (picture) => picture.jpeg({ quality: 90 }),
  webp: (picture) => picture.webp({ quality: 90, alphaQuality: 100 }),
}

/** Pixels of a logo on paper: three times what its place has on a screen. */
const PRINTED = { width: 480, height: 192 }

/** Draws a stored picture for paper: on white, as PNG. */
export async function flatPicture(
  bytes: Uint8Array,
): Promise<{ image: Uint8Array; width: number; height: number }> {
  loaded ??= load()
  const sharp = await loaded
  const { data, info } = await sharp(bytes, DECODED)
    .timeout({ seconds: SECONDS })
    .resize({ ...PRINTED, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  return { image: new Uint8Array(data), width: info.width, height: info.height }
}
