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

/** Compresses with Node's zlib, which takes a quarter of the time of fflate's own code. */
export function deflated(content: Uint8Array): Packed {
  const finishFlush = zlib.constants.Z_SYNC_FLUSH
  return {
    data: zlib.deflateRawSync(content, { level: LEVEL, finishFlush }),
    size: content.length,
    crc: crc32(content),
  }
}

/** Ends what was compressed in parts: a last one of nothing. */
const END = Uint8Array.of(3, 0)

/** Makes a zip archive of these files, by their paths; each file consists of one or more parts. */
export function zip(files: ReadonlyMap<string, readonly Packed[]>): Buffer {
  const written: Uint8Array[] = []
  const archive = new Zip((error, data) => {
    if (error) throw error
    written.push(data)
  })
  for (const [filename, parts] of files) {
    const file: ZipInputFile = {
      filename,
      compression: 8,
      size: parts.reduce((sum, { size }) => sum + size, 0),
      crc: parts.reduce((crc, part) => crcOfBoth(crc, part), 0),
    }
    archive.add(file)
    for (const { data } of parts) file.ondata!(null, data, false)
    file.ondata!(null, END, true)
  }
  archive.end()
  return Buffer.concat(written)
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
