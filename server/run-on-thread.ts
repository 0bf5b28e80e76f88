import { once } from 'node:events'
import type { RunOnThread } from '../app/platform/request/context.ts'
import { startThread } from './thread.ts'

/** Resolves when the last file is done: a large one takes a hundred megabytes and more while it is made. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Makes a file on a thread of its own, so that no other request waits for it. Files that are asked for meanwhile
 * are made one after the other; whoever waits reads no rows yet.
 */
export const runOnThread: RunOnThread = (program, messages) => {
  const made = turn.then(() => run(program, messages))
  turn = made.catch(() => {})
  return made
}

/** Runs the thread until its file is made, and ends it then: its memory is given back at once. */
async function run(...[program, messages]: Parameters<RunOnThread>): Promise<Uint8Array> {
  const thread = startThread(program, {})
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
  try {
    let taken: Promise<unknown> = Promise.resolve()
    for await (const message of messages) {
      // One part is read while another is written; no more than one waits.
      await taken
      taken = post(message)
      taken.catch(() => {})
    }
    await taken
    return await post({ end: true })
  } finally {
    ended.abort()
    void thread.terminate()
  }
}
