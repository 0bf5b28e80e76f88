import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

const MAX_ENTRIES = 2000
/** Sizes are counted here while a file is unpacked: what the archive says about them may be wrong. */
const OPTIONS = { lazyEntries: true, validateEntrySizes: false }

/** The archive is broken. */
export class BrokenZip extends Error {}
/** The archive holds more than is allowed. */
export class ZipTooLarge extends Error {}

/** The files of an archive, which are unpacked one by one. */
export class Archive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    private left: number,
  ) {}

  /**
   * Opens an archive, of which at most `limit` bytes are unpacked, whatever it says about its sizes.
   *
   * @throws BrokenZip or ZipTooLarge.
   */
  static async open(archive: Buffer, limit: number): Promise<Archive> {
    const entries = new Map<string, Entry>()
    try {
      const zip = await fromBufferPromise(archive, OPTIONS)
      if (zip.entryCount > MAX_ENTRIES) throw new ZipTooLarge()
      for await (const entry of zip.eachEntry()) {
        // Another reader would take the other one of two files of one name. Parts are named in any case.
        const name = entry.fileName.toLowerCase()
        if (entries.has(name)) throw new BrokenZip()
        entries.set(name, entry)
      }
      return new Archive(zip, entries, limit)
    } catch (error) {
      throw known(error)
    }
  }

  /**
   * Unpacks a file, whatever the case of its name; null where the archive has none of this name.
   *
   * @throws BrokenZip or ZipTooLarge.
   */
  async read(name: string): Promise<Buffer | null> {
    const entry = this.entries.get(name.toLowerCase())
    if (!entry) return null
    const chunks: Buffer[] = []
    try {
      for await (const chunk of await this.zip.openReadStreamPromise(entry)) {
        this.left -= chunk.length
        if (this.left < 0) throw new ZipTooLarge()
        chunks.push(chunk)
      }
    } catch (error) {
      throw known(error)
    }
    return Buffer.concat(chunks)
  }
}

function known(error: unknown): Error {
  return error instanceof ZipTooLarge ? error : new BrokenZip('', { cause: error })
}
