import { parentPort } from 'node:worker_threads'
import { type Row, type SheetHead, Workbook } from '../../app/platform/xlsx.server.ts'

/** What the web server's thread sends for each workbook: its frame, its rows in parts, and the end. */
export type ToWorkbooks = { head: SheetHead } | { rows: readonly Row[] } | { end: true }

/** Makes one workbook after the other: a large one is seconds of computing. */
const port = parentPort!
// The library looks at its zlib in an old way; nobody can act upon that at run time.
process.noDeprecation = true

let book: Workbook | null = null

port.on('message', async (message: ToWorkbooks) => {
  if ('head' in message) book = new Workbook(message.head)
  else if ('rows' in message) book!.add(message.rows)
  else {
    const made = book!.finish()
    book = null
    const file = new Uint8Array(await made)
    port.postMessage(file, [file.buffer])
  }
})
