import { problem } from '../request/errors'
import { saysLater } from '../request/later'

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
  if (storageSaysLater(error))
    throw problem(503, 'The stored file cannot be read now. Wait a moment and try again.')
  if (statusOf(error) === 500) throw error
  return null
}

/**
 * Tells whether a failure of the storage may be gone at the next try. 500 is no such answer: the embedded storage gives it
 * for a file that is there already.
 */
export function storageSaysLater(failure: unknown): boolean {
  const status = statusOf(failure)
  return status !== 500 && saysLater(status)
}

/** The status of a failure of the storage, which Supabase says in the body of a 400; none when nothing answered. */
function statusOf(failure: unknown): number | undefined {
  const { status, statusCode } = (failure ?? {}) as { status?: number; statusCode?: string }
  return Number(statusCode) || status
}
