import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** The text in the metadata of the good pictures; no output may contain it. */
export const SECRET = 'GPS 14.5995 N 120.9842 E'
export const SCRIPT = '<script>alert(document.domain)</script>'

const RED = { r: 200, g: 30, b: 30 }
const plain = (width: number, height: number, background: object = RED) =>
  sharp({ create: { width, height, channels: 3, background: background as typeof RED } })

/** A picture of one color. */
export const pngOf = (width: number, height: number, background?: object) =>
  plain(width, height, background).png().toBuffer()

/** A photo with a place, a comment and a color profile in its metadata. */
export const photo = () =>
  plain(1200, 600)
    .withExif({ IFD0: { ImageDescription: SECRET, Copyright: SCRIPT } })
    .withIccProfile('p3')
    .withXmp(`<?xpacket?><x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
    .jpeg()
    .toBuffer()

export const webp = () => plain(300, 200).webp().toBuffer()
export const gif = () => plain(30, 20).gif().toBuffer()

/** Makes a WebP with two frames, stored one below the other. */
export const movingWebp = () =>
  sharp(Buffer.alloc(20 * 40 * 3, Buffer.from([1, 2, 3, 250, 251, 252, 9])), {
    raw: { width: 20, height: 40, channels: 3, pageHeight: 20 },
  })
    .webp()
    .toBuffer()

/** An animated PNG; decoders that do not know of it show the first frame. */
export async function movingPng(): Promise<Buffer> {
  return withChunk(await pngOf(20, 20), 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
}

/** Noise does not compress, so that the file has a size of our choosing and can be cut. */
export function noise(bytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(bytes / 3))
  const pixels = randomBytes(side * side * 3)
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}

/** A hundred kilobytes that unfold to 900 million pixels. */
export function bomb(): Buffer {
  const side = 30_000
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc((side / 8 + 1) * side))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A picture that is a web page too, in a text chunk and behind its end. */
export async function polyglot(): Promise<Buffer> {
  const text = Buffer.from(`Comment\0${SCRIPT}${SECRET}`, 'latin1')
  const picture = withChunk(await pngOf(120, 60, { r: 1, g: 90, b: 200 }), 'tEXt', text)
  return Buffer.concat([picture, Buffer.from(`<html>${SCRIPT}</html>PK\x05\x06`, 'latin1')])
}

/** Puts a chunk behind the header of a PNG. */
function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
