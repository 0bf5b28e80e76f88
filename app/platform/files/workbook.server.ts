import type { AppLoadContext } from '@remix-run/node'
import type { Row, Sheet, SheetHead } from './sheet'

/**
 * Tells the thread that makes a workbook what to write: a sheet with its rows, or a report's folder with what it was
 * run for and its rows in parts; then the end. Each message is answered, the last one by the file.
 */
export type WorkbookMessage =
  | { head: SheetHead; rows: readonly Row[] }
  | { report: string; run: object }
  | { part: string }
  | { end: true }

/**
 * Answers with an .xlsx workbook of one sheet: amounts and days are typed cells, texts are string cells, the header
 * row is frozen.
 */
export async function sheetReply(
  { runOnThread }: Pick<AppLoadContext, 'runOnThread'>,
  { rows, ...head }: Sheet,
  name: string,
): Promise<Response> {
  const message: WorkbookMessage = { head, rows }
  return workbookReply(await runOnThread('workbook', [message]), name)
}

/** Answers with a workbook to be kept under this name, of which only plain letters stay. */
export function workbookReply(content: Uint8Array, name: string): Response {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': `attachment; filename="${plain}.xlsx"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
