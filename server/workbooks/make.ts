import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { MakeWorkbook } from '../../app/platform/xlsx.server.ts'
import { startThread } from '../thread.ts'
import type { ToWorkbooks } from './worker.ts'

/** The library stays loaded between two files that are asked for in a row, then its memory is given back. */
const IDLE_MS = 30_000

/** A hundred megabytes and more a large one while it is made: one after the other. */
let turn: Promise<unknown> = Promise.resolve()
let idle: Worker | null = null
let leave: NodeJS.Timeout | undefined

/**
 * A workbook made on a thread of its own, so that no other request waits for it. Those that are asked for
 * meanwhile are made one after the other; whoever waits reads no rows yet.
 */
export const makeWorkbook: MakeWorkbook = (head, parts) => {
  const made = turn.then(() => make(head, parts))
  turn = made.catch(() => {})
  return made
}

const make: MakeWorkbook = async (head, parts) => {
  const thread = takeThread()
  const tell = (message: ToWorkbooks) => thread.postMessage(message)
  const file = new Promise<Uint8Array>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('A workbook was not finished.')))
  })
  // Rejected while the rows are still read, it is seen below.
  file.catch(() => {})
  try {
    tell({ head })
    for await (const rows of parts) {
      tell({ rows })
      // What waits on this thread comes between.
      await nextTurn()
    }
    tell({ end: true })
    const made = await file
    // One by one: the thread's own listeners open its port again for the next file.
    for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
    keepThread(thread)
    return made
  } catch (error) {
    void thread.terminate()
    throw error
  }
}

function takeThread(): Worker {
  clearTimeout(leave)
  const thread = idle ?? startThread('workbook', './workbooks/worker.ts', {})
  idle = null
  thread.ref()
  return thread
}

/** An idle thread keeps no process from ending. */
function keepThread(thread: Worker): void {
  thread.unref()
  thread.once('exit', () => {
    if (idle === thread) idle = null
  })
  idle = thread
  leave = setTimeout(() => void thread.terminate(), IDLE_MS)
  leave.unref()
}
