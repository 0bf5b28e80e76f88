import { parentPort } from 'node:worker_threads'
import { CsvFile } from '../../platform/files/csv.ts'
import { giveWay } from '../../platform/files/give-way.ts'
import type {
  DataHead,
  Row,
  SheetFile,
  SheetFormat,
  SheetHead,
} from '../../platform/files/sheet.ts'
import type { WorkbookMessage } from '../../platform/files/workbook.server.ts'
import { library, Workbook } from '../../platform/files/xlsx.server.ts'
import type { ReportDefinition } from './definition.ts'
import { ReportSheet, type SheetRun } from './sheet.ts'

/**
 * Makes one file after the other in a thread of its own, because a large one takes seconds of computing. The
 * server starts the thread by this file's name (server/programs.mjs). The file belongs to the reports,
 * because their definitions decide how cells are made.
 */
const port = parentPort!
// sheetjs-style uses a deprecated property of zlib, which cannot be changed at run time.
process.noDeprecation = true
// Tables of letters for files of other kinds, which would take longer to load than half of the library.
Object.assign(globalThis, { cptable: {} })
giveWay()

let book: SheetFile
let sheet: ReportSheet | undefined
let report: ReportDefinition
let format: SheetFormat

async function take(message: WorkbookMessage): Promise<Uint8Array | null> {
  if ('head' in message) {
    book = fileOf(message.format, message.head)
    book.add(message.rows)
  } else if ('report' in message) {
    ;({ format } = message)
    ;({ report } = (await import(`./${message.report}/definition.ts`)) as {
      report: ReportDefinition
    })
    if (format === 'xlsx') library()
  } else if ('run' in message) {
    sheet = new ReportSheet(report, message.run as SheetRun)
    book = fileOf(format, sheet.head, sheet.dataHead)
    book.add(sheet.top())
  } else if ('part' in message) {
    const addFact = book.addData && ((row: Row) => book.addData!([row]))
    book.add(sheet!.rows(message.part, addFact))
  } else {
    if (sheet) book.add(sheet.bottom())
    sheet = undefined
    return new Uint8Array(await book.finish())
  }
  return null
}

function fileOf(format: SheetFormat, head: SheetHead, data?: DataHead): SheetFile {
  return format === 'csv' ? new CsvFile(head) : new Workbook(head, data)
}

port.on('message', async (message: WorkbookMessage) => {
  const file = await take(message)
  port.postMessage(file, file ? [file.buffer as ArrayBuffer] : [])
})
