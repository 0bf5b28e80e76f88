import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBenchServer } from '../server.ts'
import type { Section, Work } from '../work.ts'

const FIRST = 'First start, which makes the database'
const SECOND = 'Second start'
const MEMORY = 'Memory at rest, the database included'
const SETTLE_MS = 5000

/** Measures the start of the server with the database inside, and its memory after it. */
export const start: Section = {
  name: 'start',
  title: 'The embedded server',
  about:
    'The built server with the database in its process, until it listens: on an empty folder, then once more.',
  works: () => [work],
}

const work: Work = {
  rows: [
    { name: FIRST },
    { name: SECOND, target: 2500, noSlower: true },
    { name: MEMORY, unit: 'MB', target: 400 },
  ],
  times: 3,
  warmUp: 0,
  open:
    async ({ folder: cwd }) =>
    async (put) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-bench-start-'))
      try {
        for (const row of [FIRST, SECOND]) {
          const began = performance.now()
          const server = await startBenchServer({}, { cwd, folder })
          put(row, performance.now() - began)
          if (row === SECOND) {
            await sleep(SETTLE_MS)
            put(MEMORY, server.memory())
          }
          await server.stop()
        }
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
}
