import { readlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Lowers this thread's priority, so that others compute first, where the system can (Linux). */
export function giveWay(): void {
  try {
    const thread = Number(path.basename(readlinkSync('/proc/thread-self')))
    os.setPriority(thread, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Other systems have priorities of processes only.
  }
}
