import type { Worker } from 'node:worker_threads'
import { passwordLengthProblem } from '../../../app/platform/access/password-length.ts'
import { startThread } from '../../thread.ts'

/** Messages to the password thread. */
export type PasswordWork = { id: number } & (
  | { kind: 'compare'; password: string; hash: string }
  | { kind: 'hash'; password: string; rounds: number }
  /** Asks why a new password is too easy to guess. */
  | { kind: 'judge'; password: string; hints: string[] }
)

export interface PasswordAnswer {
  id: number
  value: unknown
}

/** Password functions for the database's thread, executed on the password thread. */
export interface Passwords {
  compare(password: string, hash: string): Promise<boolean>
  hash(password: string, rounds: number): Promise<string>
  /** Returns why a new password is refused, as a sentence; null when it is good enough. */
  weakness(password: string, hints: string[]): Promise<string | null>
  close(): Promise<unknown>
}

/** Passwords that may wait for the thread: some ten seconds of its work. */
const MOST_WAITING = 100

type Work = PasswordWork extends infer One ? (One extends unknown ? Omit<One, 'id'> : never) : never

/**
 * Starts the thread that compares and hashes passwords. bcrypt takes a tenth of a second by design: on the thread of the
 * database everybody would wait for each sign-in, here only who signs in, one after the other.
 */
export function openPasswords(): Passwords {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let thread: Worker | null = null
  let next = 0

  const start = () => {
    const started = startThread('passwords', {})
    started.on('message', ({ id, value }: PasswordAnswer) => {
      waiting.get(id)?.resolve(value)
      waiting.delete(id)
      if (waiting.size === 0) started.unref()
    })
    const ended = () => {
      if (thread === started) thread = null
      for (const { reject } of waiting.values()) reject(new Error('No password can be checked.'))
      waiting.clear()
    }
    started.on('error', ended)
    started.on('exit', ended)
    return started
  }
  const ask = <T>(work: Work): Promise<T> => {
    if (waiting.size >= MOST_WAITING) return Promise.reject(new Error('Too many passwords wait.'))
    thread ??= start()
    thread.ref()
    const id = next++
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
      thread!.postMessage({ ...work, id })
    })
  }
  return {
    compare: (password, hash) => ask({ kind: 'compare', password, hash }),
    hash: (password, rounds) => ask({ kind: 'hash', password, rounds }),
    async weakness(password, hints) {
      return passwordLengthProblem(password) ?? ask({ kind: 'judge', password, hints })
    },
    close: async () => thread?.terminate(),
  }
}
