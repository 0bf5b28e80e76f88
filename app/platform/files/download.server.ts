import { problem } from '../request/errors'

/** A bucket of stored files, as supabase-js gives it. */
interface Bucket {
  download(path: string): PromiseLike<{ data: Blob | null; error: unknown }>
}

/**
 * Returns the bytes of a stored file; null when there is no such file that the caller may read.
 *
 * @throws the 503 page when the storage does not answer or says "later", which says nothing about
 * the file; the failure itself when it is another one.
 */
export async function downloadFile(
  bucket: Bucket,
  path: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { data, error } = await bucket.download(path)
  if (data) return new Uint8Array(await data.arrayBuffer())
  if (saysLater(error))
    throw problem(503, 'The stored file cannot be read now. Wait a moment and try again.')
  const { status } = error as { status: number }
  if (status < 500) return null
  throw error
}

/** Statuses that say nothing about a file: too slow, too much at once, or a storage that is not there. */
const LATER = [408, 425, 429, 502, 503, 504]

/** Tells whether a failure of the storage may be gone at the next try. It has no status when nothing answered. */
export function saysLater(failure: unknown): boolean {
  const { status } = (failure ?? {}) as { status?: number }
  return status === undefined || LATER.includes(status)
}
