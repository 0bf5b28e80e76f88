import type { JsonArgument } from '~/platform/db/command-types'

/** Reads the text of a file of acts, as a phone writes it; null where it is none. What it says is checked by the database. */
export function readActFile(text: string): JsonArgument | null {
  try {
    const read: unknown = JSON.parse(text)
    const isFile = typeof read === 'object' && read !== null && 'acts' in read && 'person' in read
    return isFile ? (read as JsonArgument) : null
  } catch {
    return null
  }
}
