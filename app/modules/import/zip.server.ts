import { fromBufferPromise } from 'yauzl'

const MAX_ENTRIES = 2000
/** Sizes are counted here while a file is unpacked: what the archive says about them may be wrong. */
const OPTIONS = { lazyEntries: true, validateEntrySizes: false }

/** The archive is broken. */
export class BrokenZip extends Error {}
/** The archive holds more than is allowed. */
export class ZipTooLarge extends Error {}

/**
 * Unpacks the files of an archive that are wanted, at most `limit` bytes of them together, whatever the archive
 * says about its sizes.
 *
 * @throws BrokenZip or ZipTooLarge.
 */
export async function unzip(
  archive: Buffer,
  wanted: (name: string) => boolean,
  limit: number,
): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  let left = limit
  try {
    const zip = await fromBufferPromise(archive, OPTIONS)
    if (zip.entryCount > MAX_ENTRIES) throw new ZipTooLarge()
    for await (const entry of zip.eachEntry()) {
      if (!wanted(entry.fileName)) continue
      const chunks: Buffer[] = []
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        left -= chunk.length
        if (left < 0) throw new ZipTooLarge()
        chunks.push(chunk)
      }
      files.set(entry.fileName, Buffer.concat(chunks))
    }
  } catch (error) {
    throw error instanceof ZipTooLarge ? error : new BrokenZip('', { cause: error })
  }
  return files
}
