import { parentPort } from 'node:worker_threads'
import type { ReportDefinition } from '../../app/modules/reports/definition.ts'
import { ReportSheet, type SheetRun } from '../../app/modules/reports/sheet.ts'
import type { Row, SheetHead } from '../../app/platform/files/sheet.ts'
import { Workbook } from '../../app/platform/files/xlsx.server.ts'
import { giveWay } from '../thread.ts'

/**
 * What the web server's thread sends for a workbook: its frame and its rows, or a report's folder with what it was
 * run for and its rows in parts; then the end. Each is answered: by the file in the end.
 */
export type ToWorkbooks =
  | { head: SheetHead; rows: readonly Row[] }
  | { report: string; run: SheetRun }
  | { part: string }
  | { end: true }

/** Makes one workbook: a large one is seconds of computing. */
const port = parentPort!
// The library looks at its zlib in an old way; nobody can act upon that at run time.
process.noDeprecation = true
giveWay()

let book: Workbook
let sheet: ReportSheet | undefined

async function take(message: ToWorkbooks): Promise<Uint8Array | null> {
  if ('head' in message) {
    book = new Workbook(message.head)
    book.add(message.rows)
  } else if ('report' in message) {
    const { report } = (await import(
      `../../app/modules/reports/${message.report}/definition.ts`
    )) as { report: ReportDefinition }
    sheet = new ReportSheet(report, message.run)
    book = new Workbook(sheet.head)
    book.add(sheet.top())
  } else if ('part' in message) book.add(sheet!.rows(message.part))
  else {
    if (sheet) book.add(sheet.bottom())
    return new Uint8Array(await book.finish())
  }
  return null
}

port.on('message', async (message: ToWorkbooks) => {
  const file = await take(message)
  port.postMessage(file, file ? [file.buffer as ArrayBuffer] : [])
})
