import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** Level of 9: takes a fifth of the time of the usual 6 and makes a third more bytes. */
const LEVEL = 1

/** A part of a file of an archive, compressed on its own: the file's bytes need not stay, and its parts may come in any order. */
export interface Packed {
  data: Uint8Array<ArrayBuffer>
  /** The number of bytes before. */
  size: number
  crc: number
}

const OPTIONS = { level: LEVEL, finishFlush: zlib.constants.Z_SYNC_FLUSH }

/** Compresses with Node's zlib, which takes a quarter of the time of fflate's own code. */
export function deflated(content: Uint8Array): Packed {
  const data = zlib.deflateRawSync(content, OPTIONS)
  return { data, size: content.length, crc: crc32(content) }
}

const deflateLater = promisify<Uint8Array, zlib.ZlibOptions, Buffer<ArrayBuffer>>(zlib.deflateRaw)

/** The same while others go on: zlib works on a thread of its own. */
export async function deflatedLater(content: Uint8Array): Promise<Packed> {
  const data = await deflateLater(content, OPTIONS)
  return { data, size: content.length, crc: crc32(content) }
}

/** Ends what was compressed in parts: a last one of nothing. */
const END = Uint8Array.of(3, 0)

/** Bytes of an archive that are handed on together. */
const PIECE = 64 * 1024

/** An archive as it is written: of a file that is in it, only its entry in the directory stays, some 900 bytes. */
class Archive {
  private written: Uint8Array[] = []
  private size = 0
  private readonly zip = new Zip((error, data) => {
    if (error) throw error
    this.written.push(data)
    this.size += data.length
  })

  /** Adds a file of one or more parts. */
  add(filename: string, parts: readonly Packed[]): void {
    const file: ZipInputFile = {
      filename,
      compression: 8,
      size: parts.reduce((sum, { size }) => sum + size, 0),
      crc: parts.reduce((crc, part) => crcOfBoth(crc, part), 0),
    }
    this.zip.add(file)
    for (const { data } of parts) file.ondata!(null, data, false)
    file.ondata!(null, END, true)
  }

  hasPiece(): boolean {
    return this.size >= PIECE
  }

  /** Returns what was written since the last time. */
  take(): Buffer<ArrayBuffer> {
    const taken = Buffer.concat(this.written)
    this.written = []
    this.size = 0
    return taken
  }

  /** Writes the directory, and returns what is left. */
  end(): Buffer<ArrayBuffer> {
    this.zip.end()
    return this.take()
  }
}

/** Makes a zip archive of these files, by their paths; each file consists of one or more parts. */
export function zip(files: ReadonlyMap<string, readonly Packed[]>): Buffer {
  const archive = new Archive()
  for (const [path, parts] of files) archive.add(path, parts)
  return archive.end()
}

/** Writes a zip archive piece by piece, while its files are made. An archive of this form holds 65,535 files. */
export async function* zipPieces(
  files: AsyncIterable<readonly [path: string, parts: readonly Packed[]]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const archive = new Archive()
  for await (const [path, parts] of files) {
    archive.add(path, parts)
    if (archive.hasPiece()) yield archive.take()
  }
  yield archive.end()
}

const POLYNOMIAL = 0xedb88320

/** Node has it from 20.15 on. */
const crc32 = zlib.crc32 ?? ownCrc32

/** Returns the checksum CRC-32. */
export function ownCrc32(content: Uint8Array): number {
  let crc = -1
  for (const byte of content) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && POLYNOMIAL)
  }
  return ~crc >>> 0
}

/** Returns the checksum of a part behind what has the checksum `before`. */
function crcOfBoth(before: number, { crc, size }: Packed): number {
  // The bits of a checksum are a polynomial, the lowest power first. Each byte that follows multiplies it by x to the 8th.
  let [shifted, power] = [before, 1 << 23]
  for (let left = size; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shifted = product(shifted, power)
    power = product(power, power)
  }
  return (shifted ^ crc) >>> 0
}

/** Multiplies two polynomials modulo that of the checksum. */
function product(a: number, b: number): number {
  let [sum, shifted] = [0, b]
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) sum ^= shifted
    shifted = (shifted >>> 1) ^ (shifted & 1 && POLYNOMIAL)
  }
  return sum
}
