import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { csvText } from '~/platform/files/csv'
import { loadWholeReport } from '../load.server'
import { rowsOf } from '../parts'
import { report } from './definition'
import { JOURNAL_FILES, type JournalLine, journalCells } from './files'

/**
 * Serves the journal of a period as a CSV file that other accounting software imports: every entry,
 * or one entry a day.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'journal.read')
  const address = new URL(request.url)
  const format = address.searchParams.get('format')
  const file = JOURNAL_FILES.find((one) => one.format === format) ?? JOURNAL_FILES[0]!
  // Only whole entries balance, so neither one account nor the totals of a period can be imported.
  address.searchParams.delete('account')
  if (file.entriesAlone || address.searchParams.get('level') !== 'day')
    address.searchParams.set('level', 'line')
  const { view, columns, parts } = await loadWholeReport(report, reader, address.href)
  const lines: JournalLine[] = []
  for await (const part of parts)
    for (const row of rowsOf(part, columns)) lines.push(...linesOf(row, view.level))
  const { from = '', to = '' } = view.filters
  return new Response(csvText(journalCells(file, lines)), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="journal-${file.format}-${from}-${to}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

type Row = Readonly<Record<string, string | number | null>>

/** Returns a row of the report as lines of a file: a sum of a day may have both sides. */
function linesOf(row: Row, level: string): JournalLine[] {
  const text = (key: string) => (row[key] == null ? null : String(row[key]))
  const day = String(row.on_date)
  const document = [text('what'), text('document_no')].filter(Boolean).join(' ')
  const line = {
    entry: level === 'day' ? day.replaceAll('-', '') : String(row.entry_no),
    day,
    accountCode: String(row.account_code),
    accountName: String(row.account_name),
    part: text('part_name'),
    text: document || 'Total of the day',
    party: text('party'),
  }
  return [
    { ...line, debit: String(row.debit), credit: '0.00' },
    { ...line, debit: '0.00', credit: String(row.credit) },
  ].filter(({ debit, credit }) => debit !== '0.00' || credit !== '0.00')
}
