import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a file of mode 600 that appears whole or not at all: readers of the folder find no part of it. */
export function writeWhole(file: string, text: string): void {
  const part = `${file}.part`
  try {
    writeFileSync(part, text, { mode: 0o600 })
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
