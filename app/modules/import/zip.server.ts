import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const MAX_ENTRIES = 2000

/** The archive is broken. */
export class BrokenZip extends Error {}
/** The archive holds more than was allowed for. */
export class ZipTooLarge extends Error {}

/**
 * Unpacks the files of an archive that are wanted, at most `limit` bytes of them together, whatever
 * the archive says about its sizes.
 */
export async function unzip(
  archive: Buffer,
  wanted: (name: string) => boolean,
  limit: number,
): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  let left = limit
  for (const entry of directory(archive)) {
    if (!wanted(entry.name)) continue
    const content = await unpack(archive, entry, left)
    left -= content.length
    files.set(entry.name, content)
  }
  return files
}

interface Entry {
  name: string
  method: number
  offset: number
  size: number
}

/** The list at the end of the archive. */
function directory(archive: Buffer): Entry[] {
  const end = findEnd(archive)
  const count = archive.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw new ZipTooLarge()
  const entries: Entry[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== ENTRY) throw new BrokenZip()
    const nameLength = archive.readUInt16LE(at + 28)
    entries.push({
      method: archive.readUInt16LE(at + 10),
      size: archive.readUInt32LE(at + 20),
      offset: archive.readUInt32LE(at + 42),
      name: archive.toString('utf8', at + 46, at + 46 + nameLength),
    })
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return entries
}

/** The end record is followed by a comment of at most 65,535 bytes. */
function findEnd(archive: Buffer): number {
  for (let at = archive.length - 22; at >= Math.max(0, archive.length - 65_557); at--)
    if (archive.readUInt32LE(at) === END) return at
  throw new BrokenZip()
}

async function unpack(archive: Buffer, entry: Entry, limit: number): Promise<Buffer> {
  const { offset, size, method } = entry
  if (offset + 30 > archive.length || archive.readUInt32LE(offset) !== LOCAL) throw new BrokenZip()
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
  const packed = archive.subarray(start, start + size)
  if (packed.length !== size) throw new BrokenZip()
  if (limit <= 0 || (method === 0 && size > limit)) throw new ZipTooLarge()
  if (method === 0) return packed
  if (method !== 8) throw new BrokenZip()
  try {
    return await inflate(packed, { maxOutputLength: limit })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ERR_BUFFER_TOO_LARGE' ? new ZipTooLarge() : new BrokenZip()
  }
}
