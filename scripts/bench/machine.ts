import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Direct } from './database.ts'
import { median, ms, sample } from './measure.ts'

/** Computes the same in every run, on one core and without reading a table. */
const FIXED_WORK =
  'select sum((n * 1.01)::numeric(14,2)) from generate_series(1, 200000) n where n % 3 > 0'

/** Describes how fast the machine is and how much of it others used, so that two runs can be compared. */
export interface Machine {
  /** Names the processor. */
  processor: string
  /** Is the time of the fixed work in milliseconds. */
  fixedWork(): Promise<number>
  /** Returns the share of the processors' time since the last call that the host gave to others, from 0 to 1. */
  taken(): number
}

export function readMachine({ sql }: Direct): Machine {
  let last = readTimes()
  return {
    processor: cpus()[0]?.model ?? 'unknown processor',
    async fixedWork() {
      return median(await sample(5, () => sql.unsafe(FIXED_WORK)))
    },
    taken() {
      const now = readTimes()
      const share = (now.stolen - last.stolen) / Math.max(1, now.all - last.all)
      last = now
      return share
    },
  }
}

/** Reads the times of all processors, as Linux counts them; elsewhere nothing counts as taken. */
function readTimes(): { all: number; stolen: number } {
  try {
    const line = readFileSync('/proc/stat', 'utf8').split('\n')[0]!
    const times = line.split(/\s+/).slice(1, 9).map(Number)
    return { all: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 }
  } catch {
    return { all: 0, stolen: 0 }
  }
}

/** Says in a sentence how the machine was before and during a section. */
export const machineNote = (fixedWork: number, taken: number): string =>
  `Before it, the fixed work took ${ms(fixedWork)}; the host gave ${(taken * 100).toFixed(1)} % of the processors' time to others.`
