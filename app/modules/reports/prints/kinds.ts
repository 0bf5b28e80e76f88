import { folderOf } from '../definition'
import { REPORTS } from '../registry'

/** The kinds of prints with their titles. */
export const PRINTED = [
  ...REPORTS.map((report) => ({ value: folderOf(report), label: report.title })),
  { value: 'statement', label: 'Statement of account' },
  { value: 'statements', label: 'Statements of account' },
]

/** Returns the title of a print. */
export function titleOf(report: string): string {
  return PRINTED.find(({ value }) => value === report)?.label ?? report
}
