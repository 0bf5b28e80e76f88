import { ConfigurationError } from './env.ts'

/** Sentences for codes of the system: what has happened, and what to do about it. */
const CAUSES: Record<string, string> = {
  ENOSPC: 'the disk is full. Make room and start again',
  EDQUOT: 'the quota of its disk is used up. Make room and start again',
  EROFS: 'its disk can only be read',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EIO: 'its disk does not answer',
  EMFILE: 'too many files are open. Allow the process more of them',
  ENFILE: 'too many files are open. Allow the system more of them',
}

/** Says in a sentence why a start cannot go on; what nobody foresaw keeps its stack, for whoever reports it. */
export function startError(error: Error): string {
  if (error instanceof ConfigurationError) return error.message
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  const cause = CAUSES[code]
  if (!cause || !syscall) return error.stack ?? error.message
  return `${path ?? 'A file'} cannot be written or read: ${cause}.`
}
