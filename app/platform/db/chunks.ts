/** The number of ids that fit into one request address. */
const CHUNK = 100

/** Calls `read` for the unique keys in chunks that fit into a request address, and joins the answers. */
export async function inChunks<T>(
  keys: readonly string[],
  read: (some: string[]) => Promise<T[]>,
): Promise<T[]> {
  const unique = [...new Set(keys)]
  const starts = Array.from({ length: Math.ceil(unique.length / CHUNK) }, (_, n) => n * CHUNK)
  return (await Promise.all(starts.map((start) => read(unique.slice(start, start + CHUNK))))).flat()
}
