import { once } from 'node:events'
import type { SheetRun } from '../../app/modules/reports/sheet.ts'
import type { MakeReport, MakeWorkbook } from '../../app/platform/files/xlsx.server.ts'
import { startThread } from '../thread.ts'
import type { ToWorkbooks } from './worker.ts'

/** A hundred megabytes and more a large one while it is made: one after the other. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * A workbook made on a thread of its own, so that no other request waits for it. Those that are asked for
 * meanwhile are made one after the other; whoever waits reads no rows yet.
 */
export const makeWorkbook: MakeWorkbook = (head, rows) => inTurn([{ head, rows }])

export const makeReport: MakeReport = (report, run, parts) =>
  inTurn(
    (async function* () {
      yield { report, run: run as SheetRun }
      for await (const part of parts) yield { part }
    })(),
  )

type Messages = Iterable<ToWorkbooks> | AsyncIterable<ToWorkbooks>

function inTurn(messages: Messages): Promise<Uint8Array> {
  const made = turn.then(() => make(messages))
  turn = made.catch(() => {})
  return made
}

/** The thread ends with the file: what it took is given back at once. */
async function make(messages: Messages): Promise<Uint8Array> {
  const thread = startThread('workbook', './workbooks/worker.ts', {})
  const ended = new AbortController()
  const broken = once(thread, 'exit', ended).then(() => {
    throw new Error('A workbook was not finished.')
  })
  broken.catch(() => {})
  const tell = async (message: ToWorkbooks): Promise<Uint8Array> => {
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
      // One part is read while another is written; no more of them wait.
      await taken
      taken = tell(message)
      taken.catch(() => {})
    }
    await taken
    return await tell({ end: true })
  } finally {
    ended.abort()
    void thread.terminate()
  }
}
