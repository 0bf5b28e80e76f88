import { parentPort } from 'node:worker_threads'
import { SheetProblem } from './problem.server.ts'
import { ofTexts, readCarried, readSheetUpload, readText } from './read.server.ts'
import type { SheetAnswer, SheetMessage } from './sheet-messages.ts'

/**
 * Reads a sheet that somebody sent in a thread of its own, which has limits of memory and time: what it does to its reader,
 * it does to this thread alone. The server starts it by this file's name (server/programs.mjs).
 */
const port = parentPort!

async function read(message: SheetMessage) {
  if ('file' in message) return readSheetUpload(Buffer.from(message.file), message.name)
  return ofTexts('pasted' in message ? readText(message.pasted) : readCarried(message.carried))
}

port.on('message', async (message: SheetMessage) => {
  const answer: SheetAnswer = await read(message).then(
    (sheet) => ({ sheet }),
    (error: unknown) => {
      if (error instanceof SheetProblem) return { problem: error.message }
      throw error
    },
  )
  port.postMessage(answer)
})
