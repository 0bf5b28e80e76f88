import type { SheetFormat } from '~/platform/files/sheet'
import type { WorkbookMessage } from '~/platform/files/workbook.server'
import type { SheetRun } from './sheet'

/**
 * Yields the messages to the thread for a report, by the folder of its definition. The rows are sent
 * as the database returned them; the thread makes the cells. It loads its code while the report is run.
 */
export async function* reportMessages(
  report: string,
  load: () => Promise<SheetRun & { parts: AsyncIterable<string> }>,
  format: SheetFormat = 'xlsx',
): AsyncGenerator<WorkbookMessage> {
  yield { report, format }
  const { view, total, heading, chosen, parts } = await load()
  yield { run: { view, total, heading, chosen } }
  for await (const part of parts) yield { part }
}
