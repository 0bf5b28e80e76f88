// Loaded into a server before its own program (NODE_OPTIONS=--import): what a test does to its database's thread.
// SIGUSR2 ends the thread. SIGHUP keeps it from working for as long as the file KALAKAL_STALLED is there; it writes into
// it that it has begun.
import { existsSync, writeFileSync } from 'node:fs'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

const file = process.env.KALAKAL_STALLED ?? ''
const STEP_MS = 100
const channel = new BroadcastChannel('stall')

if (isMainThread) {
  /** @type {Set<import('node:worker_threads').Worker>} */
  const threads = new Set()
  process.on('worker', (thread) => threads.add(thread))
  process.on('SIGUSR2', () => {
    for (const thread of threads) thread.terminate()
    threads.clear()
  })
  process.on('SIGHUP', () => channel.postMessage(null))
} else {
  const never = new Int32Array(new SharedArrayBuffer(4))
  channel.onmessage = () => {
    writeFileSync(file, 'stalled')
    while (existsSync(file)) Atomics.wait(never, 0, 0, STEP_MS)
  }
}
channel.unref()
