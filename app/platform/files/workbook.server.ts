import type { AppLoadContext } from '@remix-run/node'
import type { Row, Sheet, SheetFormat, SheetHead } from './sheet'

/**
 * Tells the thread that makes a workbook what to write: a sheet with its rows, or a report's folder, then what it was
 * run for, then its rows in parts; then the end. Each message is answered, the last one by the file.
 */
export type WorkbookMessage =
  | { head: SheetHead; rows: readonly Row[]; format: SheetFormat }
  | { report: string; format: SheetFormat }
  | { run: object }
  | { part: string }
  | { end: true }

export const SHEET_TYPES: Record<SheetFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** Returns the kind of file that an address asks for: `?format=csv`, else a workbook. */
export function readFormat(url: string): SheetFormat {
  return new URL(url).searchParams.get('format') === 'csv' ? 'csv' : 'xlsx'
}

/**
 * Answers with the sheet as the file that the address asks for. In a workbook, amounts and days are typed cells, texts
 * are string cells, and the header row is frozen.
 */
export async function sheetReply(
  { runOnThread }: Pick<AppLoadContext, 'runOnThread'>,
  { rows, ...head }: Sheet,
  { name, url }: { name: string; url: string },
): Promise<Response> {
  const format = readFormat(url)
  const message: WorkbookMessage = { head, rows, format }
  return workbookReply(await runOnThread('workbook', [message]), { name, format })
}

/** Answers with a file to be kept under this name, of which only plain letters stay. */
export function workbookReply(
  content: Uint8Array,
  { name, format }: { name: string; format: SheetFormat },
): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': SHEET_TYPES[format],
      'Content-Disposition': `attachment; filename="${fileName(name, format)}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

/** Returns the name of a file, of which only plain letters stay. */
export function fileName(name: string, format: SheetFormat): string {
  const plain = name
    .normalize('NFKD')
    .split(/[^\w.]/)
    .filter(Boolean)
    .join('-')
  return `${plain}.${format}`
}
