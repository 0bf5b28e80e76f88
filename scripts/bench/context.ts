import type { BenchCompany, Direct } from './database.ts'
import type { Line } from './measure.ts'
import type { BenchServer } from './server.ts'

/** Holds what a section of the benchmarks works with. */
export interface Bench {
  /** Holds the address of the PostgreSQL, without a database. */
  cluster: string
  /** Holds the address of the data set's database. */
  url: string
  scale: number
  /** Selects the short form: few rows, each measurement once. */
  smoke: boolean
  /** Returns how often to measure: the given count, or once in the short form. */
  times(count: number): number
  /** Returns the list, in the short form its first two. */
  few<T>(list: readonly T[]): readonly T[]
  direct: Direct
  company: BenchCompany
  /** Holds the built server on the data set; sections that need others start them. */
  server: BenchServer
}

export interface BenchSection {
  /** Names the section on the command line. */
  name: string
  title: string
  /** Explains the numbers where the title does not. */
  about: string
  run(bench: Bench): Promise<Line[]>
}
