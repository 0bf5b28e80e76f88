import { readdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'

/**
 * States what may still be written: everything; below the reserve only what signing in needs; below a quarter of it
 * nothing at all.
 */
type DiskLevel = 'ok' | 'read_only' | 'full'

export interface Disk {
  level(): DiskLevel
  /** Looks at once. */
  look(): Promise<void>
}

const MIB = 1024 * 1024
const EVERY_MS = 3000
/** The message to staff and API clients. */
export const DISK_FULL =
  'The disk of the server is nearly full, so nothing can be saved now. Contact the administrator of the server; nothing that was saved is lost.'

/** Returns the free space of a folder's disk, in MiB. */
export async function freeMiB(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize) / MIB)
}

/** Returns the size of all files of a folder. */
export function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true })
    .map((name) => statSync(path.join(folder, String(name))))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
}

/** Looks at the free space of a folder's disk every few seconds, so that no request has to. */
export async function watchDisk(folder: string, reserveMiB: number): Promise<Disk> {
  let level: DiskLevel = 'ok'
  const look = async () => {
    try {
      const free = await freeMiB(folder)
      level = free >= reserveMiB ? 'ok' : free >= reserveMiB / 4 ? 'read_only' : 'full'
    } catch {
      // The folder is away: whoever uses it says so.
    }
  }
  await look()
  setInterval(() => void look(), EVERY_MS).unref()
  return { level: () => level, look }
}
