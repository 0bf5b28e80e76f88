import type { WorkbookMessage } from '~/platform/files/workbook.server'
import type { SheetRun } from './sheet'

/**
 * Yields what the thread is sent for a report, by its definition's folder. The rows go to it as the database sent
 * them, and are made into cells there.
 */
export async function* reportMessages(
  report: string,
  run: SheetRun,
  parts: AsyncIterable<string>,
): AsyncGenerator<WorkbookMessage> {
  yield { report, run }
  for await (const part of parts) yield { part }
}
