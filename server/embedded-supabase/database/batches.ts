import { tooLarge, tooSlow } from '../api/refusals.ts'
import { EXTERNAL_ANSWER_BYTES, EXTERNAL_STATEMENT_MS } from './call-context.ts'

/** Rows that a cursor fetches at a time for an external client. */
export const BATCH_ROWS = 50

const FUNCTION_CALL = /^select \* from public\.\w+\(/i

/** Returns true for a query of tables, which a cursor can read in batches. A function call is executed as a whole. */
export const isTableQuery = (text: string) => /^select /i.test(text) && !FUNCTION_CALL.test(text)

/** Collects the rows of an answer, up to the limits of size and time of an external client. */
export class BoundedRows {
  readonly rows: unknown[] = []
  private bytes = 0
  private readonly deadline = performance.now() + EXTERNAL_STATEMENT_MS

  /** @throws Refusal when the rows have become too many bytes, or have taken too long. */
  add(batch: readonly unknown[]): void {
    for (const row of batch) {
      this.bytes += JSON.stringify(row).length
      if (this.bytes > EXTERNAL_ANSWER_BYTES) throw tooLarge()
      this.rows.push(row)
    }
    if (performance.now() > this.deadline) throw tooSlow()
  }
}
