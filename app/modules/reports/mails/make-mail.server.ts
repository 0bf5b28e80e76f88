import { paths } from '~/paths'
import { parseIdentity } from '~/platform/access/session.server'
import { fileName, SHEET_TYPES } from '~/platform/files/workbook.server'
import type { Db } from '~/platform/request/context'
import { chosenColumns } from '~/platform/request/list-columns'
import type { MakeReportMail, ReadForMail } from '~/platform/request/report-mails'
import { today } from '~/platform/values/dates'
import { fillPeriods } from '~/platform/values/periods'
import { cellKey, forReader, levelOf, type ReportColumn, type ReportRow } from '../definition'
import { textOf } from '../figures'
import { headingWith, resolveFilters } from '../filters.server'
import { runWholeReport } from '../queries.server'
import { reportNamed } from '../registry'
import { highlighted } from '../total-figures'
import { reportMessages } from '../workbook-messages'
import { filterValues, namesIn } from './names'
import { rhythmText } from './rhythm'

/** A larger file is not attached: mailboxes refuse it. */
const LARGEST_FILE = 10 * 1024 * 1024
/** Reports of more rows make a larger file than that. */
const MOST_ROWS = 200_000
/** The figures that a mail names. */
const FIGURES = 6

/** Makes the mail of a report as its recipient would see the report now. */
export const makeReportMail: MakeReportMail = async ({ mail, read, runOnThread, origin }) => {
  const user = parseIdentity(mail.identity)
  const project = user.memberships.find(({ projectId }) => projectId === mail.project)
  const defined = reportNamed(mail.report)
  if (!project || !defined) throw new Error(`There is no report ${mail.report} for this person.`)
  const report = forReader(defined, project.permissions)
  const day = today(project.timeZone)
  const search = new URLSearchParams(fillPeriods(mail.search, day))
  const resolved = resolveFilters(report, project, search)
  const [run, names] = await Promise.all([
    runWholeReport(databaseOf(read), project.projectId, report, resolved),
    namesIn(filterValues(report, resolved.filters), (ids) => read('names', '', { ids })),
  ])
  const { view, total, columns, parts } = run
  const level = levelOf(report, view)
  const heading = headingWith(report, { project, user }, resolved.filters, names)
  const made =
    Number(total[level.counted] ?? 0) > MOST_ROWS
      ? null
      : await runOnThread(
          'workbook',
          reportMessages(mail.report, async () => ({
            view,
            total,
            heading,
            parts,
            chosen: chosenColumns(search),
          })),
        )
  const content = made && made.byteLength <= LARGEST_FILE ? made : null
  const asked = mail.author ? `${mail.author} scheduled this report for you` : 'you scheduled it'
  return {
    to: user.email,
    words: {
      Report: mail.view ? `${report.title}: ${mail.view}` : report.title,
      Company: heading.company,
      Described: [level.label, heading.described].filter(Boolean).join(' · '),
      Figures: figuresText(columns, total, heading.currency),
      Note: content
        ? 'The rows are in the attached Excel file.'
        : 'The Excel file is too large for an e-mail. Open the report to download it.',
      Reason: `You get this because ${asked}, ${rhythmText(mail)} (${project.timeZone}).`,
      ReportURL: `${origin}${report.path}?${search}`,
      ListURL: `${origin}${paths.reports.mails}`,
    },
    file: content && {
      name: fileName(`${report.title} ${day}`, 'xlsx'),
      type: SHEET_TYPES.xlsx,
      content,
    },
  }
}

/** Returns a database that calls the functions of reports for who receives the mail, and nothing else. */
function databaseOf(read: ReadForMail): Pick<Db, 'rpc'> {
  const rpc = async (
    name: string,
    { p_report, p_filters }: { p_report?: string; p_filters: object },
  ) => ({
    data: await (p_report ? read('text', p_report, p_filters) : read('rows', name, p_filters)),
    error: null,
  })
  return { rpc } as unknown as Pick<Db, 'rpc'>
}

/** Returns the main figures of the total: `Net sales PHP 1,234.50 · Invoices 12`. */
function figuresText(columns: readonly ReportColumn[], total: ReportRow, currency: string): string {
  const shown = highlighted(columns, total).slice(0, FIGURES)
  const texts = shown.map((column) => {
    const text = textOf({ ...column, sparse: false }, total)
    const unit = column.type === 'money' ? `${currency} ` : ''
    return text === null || total[cellKey(column)] === null
      ? []
      : `${column.header}: ${unit}${text}`
  })
  return texts.flat().join(' · ') || 'No rows match the filters.'
}
