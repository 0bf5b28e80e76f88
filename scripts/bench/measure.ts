import { setTimeout as sleep } from 'node:timers/promises'
import type { Act } from './act.ts'
import { NotThere } from './server.ts'
import type { Side } from './side.ts'
import type { Row, Run, Work } from './work.ts'

/** The figures of a row on one side, and the milliseconds of the database where requests were logged. */
export interface Figures {
  taken: number[]
  database: number[]
}

export interface Measured {
  row: Row
  /** In the order of the sides. */
  sides: Figures[]
}

/** The server logs a request after it has answered it. */
const LOGGED_MS = 200

/** Measures some work on every side in turn, so that whatever else the machine does slows all of them. */
export async function measure(
  { rows, times, warmUp = 1, open }: Work,
  sides: readonly Side[],
  { smoke }: Run,
): Promise<Measured[]> {
  const acts: Act[] = []
  for (const side of sides) {
    try {
      const act = await open(side)
      for (let n = 0; n < (smoke ? Math.min(warmUp, 1) : warmUp); n++) await act(() => {}, n)
      acts.push(act)
    } catch (error) {
      // An earlier version may lack a page; this one has all.
      if (!(error instanceof NotThere) || side === sides.at(-1)) throw error
      acts.push(async () => {})
    }
  }
  const figures = new Map(rows.map(({ name }) => [name, sides.map(() => [] as Figure[])]))
  for (let n = 0; n < (smoke ? 1 : times); n++)
    for (const [at, act] of acts.entries())
      await act((row, taken, request) => figures.get(row)![at]!.push({ taken, request }), n)
  await sleep(LOGGED_MS)
  return rows.map((row) => ({
    row,
    sides: sides.map((side, at) => {
      const found = figures.get(row.name)![at]!
      return {
        taken: found.map(({ taken }) => taken),
        database: found.flatMap(({ request }) => side.server.logged(request ?? '') ?? []),
      }
    }),
  }))
}

interface Figure {
  taken: number
  request?: string
}

/** Returns how many milliseconds pass for each of the works that so many clients do without pauses for a while. */
export async function crowded(
  clients: number,
  spanMs: number,
  work: (n: number) => Promise<unknown>,
): Promise<number> {
  const began = performance.now()
  let [begun, done] = [0, 0]
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - began < spanMs) {
        await work(begun++)
        done++
      }
    }),
  )
  return (performance.now() - began) / done
}

/** Returns a percentile of values. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 50)
export const p95 = (values: readonly number[]): number => percentile(values, 95)
