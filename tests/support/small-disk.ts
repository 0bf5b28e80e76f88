import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const MIB = 1024 * 1024

/** A file system of a fixed size. */
export interface SmallDisk {
  folder: string
  /** Fills the disk until so many MiB are left. */
  leave(mib: number): void
  makeRoom(): void
  remove(): void
}

/** Makes a file system of a fixed size; null where this user may not. */
export function smallDisk(mib: number): SmallDisk | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  const filler = path.join(folder, 'filler')
  const makeRoom = () => rmSync(filler, { force: true })
  return {
    folder,
    leave(left) {
      makeRoom()
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left * MIB)))
    },
    makeRoom,
    remove: () => execFileSync('umount', ['-l', folder]),
  }
}
