import { readlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import type { WorkbookMessage } from '../../platform/files/workbook.server.ts'
import { Workbook } from '../../platform/files/xlsx.server.ts'
import type { ReportDefinition } from './definition.ts'
import { ReportSheet, type SheetRun } from './sheet.ts'

/**
 * Makes one workbook on a thread of its own: a large one is seconds of computing. The server starts it by its name
 * (server/programs.ts); it is the reports' program, as their definitions say how their cells are made.
 */
const port = parentPort!
// sheetjs-style looks at its zlib in an old way; nobody can act upon that at run time.
process.noDeprecation = true
giveWay()

let book: Workbook
let sheet: ReportSheet | undefined

async function take(message: WorkbookMessage): Promise<Uint8Array | null> {
  if ('head' in message) {
    book = new Workbook(message.head)
    book.add(message.rows)
  } else if ('report' in message) {
    const { report } = (await import(`./${message.report}/definition.ts`)) as {
      report: ReportDefinition
    }
    sheet = new ReportSheet(report, message.run as SheetRun)
    book = new Workbook(sheet.head)
    book.add(sheet.top())
  } else if ('part' in message) book.add(sheet!.rows(message.part))
  else {
    if (sheet) book.add(sheet.bottom())
    return new Uint8Array(await book.finish())
  }
  return null
}

/** Lets all other threads compute first, where the system knows priorities of threads (Linux). */
function giveWay(): void {
  try {
    const thread = Number(path.basename(readlinkSync('/proc/thread-self')))
    os.setPriority(thread, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Elsewhere only a process has one.
  }
}

port.on('message', async (message: WorkbookMessage) => {
  const file = await take(message)
  port.postMessage(file, file ? [file.buffer as ArrayBuffer] : [])
})
