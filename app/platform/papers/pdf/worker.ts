import { parentPort } from 'node:worker_threads'
import { giveWay } from '../../files/give-way.ts'
import { type PdfJob, writePdf } from './write.ts'

/**
 * Writes papers as a PDF in a thread of its own, which has limits of memory and time. The server starts it by this file's
 * name (server/programs.mjs).
 */
const port = parentPort!
giveWay()

port.on('message', async (job: PdfJob) => {
  port.postMessage(await writePdf(job))
})
