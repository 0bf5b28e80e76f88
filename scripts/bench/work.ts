import type { Act, Put } from './act.ts'
import type { Side } from './side.ts'

/** Is a row of a table: what is measured, and what it should reach. */
export interface Row {
  name: string
  unit?: 'ms' | 'MB'
  /** The most that it should be: the median, or with `p95` nineteen of twenty times. */
  target?: number
  p95?: boolean
  /** It should take no longer than on the other side. */
  noSlower?: boolean
}

/** Is what is measured in one go: usually one row. */
export interface Work {
  rows: readonly Row[]
  /** So many times it is measured on each side. */
  times: number
  /** So many times come before that and do not count. */
  warmUp?: number
  /** Prepares a side, and returns what does the work there. */
  open(side: Side): Promise<Act>
}

/** Is a group of works, which share a table. */
export interface Section {
  /** Its name on the command line. */
  name: string
  title: string
  /** Explains the figures where the title does not. */
  about: string
  works(run: Run): Promise<readonly Work[]> | readonly Work[]
}

/** How a run was asked for. */
export interface Run {
  scale: number
  /** A short run that only shows that everything works. */
  smoke: boolean
}

/** Puts the milliseconds that some work takes. */
export async function timed(put: Put, row: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  put(row, performance.now() - began)
}
