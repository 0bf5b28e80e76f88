/** Counts work that is done now or was done before. */
export interface Tally {
  did(what: string): void
  /** Counts the steps of an earlier run. */
  skip(what: string, steps?: number): void
}
