import { linkSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listens, socketIn } from './api-socket.ts'
import { ConfigurationError } from './env.ts'
import { requireNotMoved } from './moved.ts'

const heldHere = new Set<string>()

/**
 * Takes the folder for this process: the embedded database has one connection and no lock of its own,
 * and two processes on one folder corrupt it. A lock left behind by a killed process does not count.
 *
 * The lock is the file `lock.<n>` with the highest n. Taking it means making `lock.<n+1>`, which the
 * file system grants to one starter only; no file whose number somebody may still want is removed.
 *
 * @returns what gives the folder free again.
 * @throws ConfigurationError when another living process holds it, or its database was moved.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  requireNotMoved(folder)
  if (heldHere.has(folder)) throw inUse(folder, process.pid)
  const draft = path.join(folder, `lock-draft.${process.pid}`)
  try {
    writeFileSync(draft, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }))
    for (;;) {
      const top = numbers(folder).at(-1) ?? 0
      const holder = top ? read(lockFile(folder, top)) : null
      if (holder && isAlive(holder)) throw inUse(folder, holder.pid)
      const mine = lockFile(folder, top + 1)
      if (!link(draft, mine)) continue
      // A starter that looked long ago may have made a lower number than one made since.
      if (numbers(folder).at(-1) !== top + 1) {
        unlinkSync(mine)
        continue
      }
      for (const old of numbers(folder)) if (old <= top) remove(lockFile(folder, old))
      heldHere.add(folder)
      return () => {
        heldHere.delete(folder)
        writeFileSync(mine, '')
      }
    }
  } finally {
    remove(draft)
  }
}

/**
 * Takes the folder as {@link lockFolder} does, also where the other process is in another container on the same disk: its number means
 * nothing here, but its server answers in the folder.
 */
export async function takeFolder(folder: string): Promise<() => void> {
  const served = await listens(socketIn(folder))
  const unlock = lockFolder(folder)
  if (!served) return unlock
  unlock()
  throw new ConfigurationError(
    `The data folder ${folder} is in use by a server in another container. Stop it first, or set KALAKAL_DATA_DIR to another folder.`,
  )
}

interface Holder {
  pid: number
  /** Start time in the kernel's words: a process id may be given to another program later. */
  started: string | null
}

const lockFile = (folder: string, n: number) => path.join(folder, `lock.${n}`)

function numbers(folder: string): number[] {
  return readdirSync(folder)
    .map((name) => Number(/^lock\.(\d+)$/.exec(name)?.[1]))
    .filter((n) => n > 0)
    .sort((a, b) => a - b)
}

function read(file: string): Holder | null {
  try {
    const text = readFileSync(file, 'utf8')
    return text ? (JSON.parse(text) as Holder) : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    if (!(error instanceof SyntaxError)) throw error
    // Whose it was is not known, so nothing is taken from anybody.
    throw new ConfigurationError(
      `${file} is damaged: it was not written to its end. Make sure that no server uses the folder, remove this file, and start again.`,
    )
  }
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function isAlive({ pid, started }: Holder): boolean {
  // This process does not hold the lock, or it would be in `heldHere`: a container gives the same
  // process id again.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return started === null || startOf(pid) === started
}

/** Boot and start time of a process where Linux tells them, else null. */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold spaces; the start time is the 20th field after it.
    return `${boot}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return null
  }
}

function inUse(folder: string, pid: number): ConfigurationError {
  return new ConfigurationError(
    `The data folder ${folder} is in use by process ${pid}. Stop it first, or set KALAKAL_DATA_DIR to another folder.`,
  )
}
