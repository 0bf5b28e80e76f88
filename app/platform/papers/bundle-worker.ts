import { parentPort } from 'node:worker_threads'
import { Bundle, type BundleMessage } from './bundle.ts'

/**
 * Packs the files of a period in a thread of its own, because many take seconds of computing. The server starts it by this
 * file's name (server/programs.mjs).
 */
const port = parentPort!
let bundle: Bundle

port.on('message', (message: BundleMessage) => {
  if ('end' in message) {
    const file = bundle.finish()
    port.postMessage(file, [file.buffer])
    return
  }
  if ('papers' in message) bundle.add(message.papers)
  else bundle = new Bundle(message)
  port.postMessage(null)
})
