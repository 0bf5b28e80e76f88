import type { Company, Direct } from './database.ts'
import type { Line } from './measure.ts'
import type { BenchServer } from './server.ts'

/** What a section of the benchmarks works with. */
export interface Bench {
  /** Address of the PostgreSQL, without a database. */
  cluster: string
  /** The data set's database. */
  url: string
  scale: number
  /** Only to show that it runs: few rows, each thing once. */
  smoke: boolean
  /** How often a thing is measured, of so many times when it is not the short form. */
  times(count: number): number
  /** The list, of which the short form takes the first two. */
  few<T>(list: readonly T[]): readonly T[]
  direct: Direct
  company: Company
  /** The built server on the data set; sections that need others start them. */
  server: BenchServer
}

export interface Section {
  /** Its name on the command line. */
  name: string
  title: string
  /** What the numbers are, where the title does not say it. */
  about: string
  run(bench: Bench): Promise<Line[]>
}
