import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import type { RunOnThread } from '../app/platform/request/context.ts'
import { startThread } from './thread.ts'

/** Bytes of a file after which its thread ends at once: making a large one takes a hundred megabytes and more. */
const LARGE_FILE = 256 * 1024
/** Milliseconds that a thread waits for the next file. A start takes longer than a small file. */
const IDLE_MS = 5_000

/** The thread that has made a small file and waits for the next one. */
let idle: { program: string; thread: Worker; take(): void } | null = null

/** Resolves when the last file is done: two large ones at once would take the memory of both. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Makes a file on a thread, so that no other request waits for it. Files that are asked for meanwhile
 * are made one after the other; whoever waits reads no rows yet.
 */
export const runOnThread: RunOnThread = (program, messages) => {
  const made = turn.then(() => run(program, messages))
  turn = made.catch(() => {})
  return made
}

/** Runs a thread until its file is made. After a large one, or none, it ends: its memory is given back at once. */
async function run(...[program, messages]: Parameters<RunOnThread>): Promise<Uint8Array> {
  const thread = takeThread(program)
  const ended = new AbortController()
  const broken = once(thread, 'exit', ended).then(() => {
    throw new Error('A file was not finished.')
  })
  broken.catch(() => {})
  const post = async (message: object): Promise<Uint8Array> => {
    // Rejects with what the thread fails of, if it does.
    const answer = once(thread, 'message', ended)
    answer.catch(() => {})
    thread.postMessage(message)
    const [file] = await Promise.race([answer, broken])
    return file
  }
  let isSmall = false
  try {
    let taken: Promise<unknown> = Promise.resolve()
    for await (const message of messages) {
      // One part is read while another is written; no more than one waits.
      await taken
      taken = post(message)
      taken.catch(() => {})
    }
    await taken
    const file = await post({ end: true })
    isSmall = file.byteLength < LARGE_FILE
    return file
  } finally {
    ended.abort()
    if (isSmall) keepThread(program, thread)
    else void thread.terminate()
  }
}

function takeThread(program: Parameters<RunOnThread>[0]): Worker {
  if (idle?.program !== program) return startThread(program, {})
  const { thread, take } = idle
  take()
  return thread
}

/** Keeps a thread for the next file. It holds up no end of the process. */
function keepThread(program: string, thread: Worker): void {
  const end = () => {
    take()
    void thread.terminate()
  }
  const timer = setTimeout(end, IDLE_MS).unref()
  const take = () => {
    clearTimeout(timer)
    thread.off('exit', take).off('error', end)
    thread.ref()
    idle = null
  }
  thread.once('exit', take).once('error', end)
  thread.unref()
  idle = { program, thread, take }
}
