import { tooLarge, tooSlow } from '../api/refusals.ts'
import { EXTERNAL_ANSWER_BYTES, EXTERNAL_STATEMENT_MS } from './call-context.ts'

/** Rows that a cursor fetches at a time for an external client. */
const BATCH_ROWS = 50

/** Matches calls of functions, which are executed as a whole, and what sets the caller. */
const FUNCTION_CALL = /^select (\* from public\.\w+\(|set_config\()/i

/** Returns true for a query of tables, which a cursor can read in batches. */
export const isTableQuery = (text: string) => /^select /i.test(text) && !FUNCTION_CALL.test(text)

/** Collects the rows of an answer, up to the limits of size and time of an external client. */
class BoundedRows {
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

const CURSOR = 'kalakal_answer'

/**
 * Reads the rows of a query of tables in batches, within its transaction.
 *
 * @throws Refusal when they have become too many, or have taken too long.
 */
export async function queryInBatches<T extends { rows: unknown[] }>(
  query: (text: string, params?: readonly unknown[]) => Promise<T>,
  text: string,
  params?: readonly unknown[],
): Promise<T> {
  await query(`declare ${CURSOR} no scroll cursor for ${text}`, params)
  const bounded = new BoundedRows()
  for (;;) {
    const batch = await query(`fetch ${BATCH_ROWS} from ${CURSOR}`)
    bounded.add(batch.rows)
    if (batch.rows.length < BATCH_ROWS) {
      await query(`close ${CURSOR}`)
      return { ...batch, rows: bounded.rows }
    }
  }
}
