/** Counts work that is done now or was done before. */
export interface Tally {
  did(what: string): void
  /** Steps that an earlier run did. */
  skip(what: string, steps?: number): void
}
