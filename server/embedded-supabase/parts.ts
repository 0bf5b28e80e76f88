import { tooLarge, tooSlow } from './refusals.ts'
import { OUTSIDE_ANSWER_BYTES, OUTSIDE_STATEMENT_MS } from './scope.ts'

/** Rows that are taken from the database at a time when a call comes from outside. */
export const PART_ROWS = 50

const CALL = /^select \* from public\.\w+\(/i

/** Returns true for a question to tables: its rows can be taken in parts. What a function does is done as a whole. */
export const isList = (text: string) => /^select /i.test(text) && !CALL.test(text)

/** Collects the rows of an answer, and stops as soon as they are too many bytes or take too long. */
export class Taken {
  readonly rows: unknown[] = []
  private bytes = 0
  private readonly until = performance.now() + OUTSIDE_STATEMENT_MS

  /** @throws Refusal */
  add(part: readonly unknown[]): void {
    for (const row of part) {
      this.bytes += JSON.stringify(row).length
      if (this.bytes > OUTSIDE_ANSWER_BYTES) throw tooLarge()
      this.rows.push(row)
    }
    if (performance.now() > this.until) throw tooSlow()
  }
}
