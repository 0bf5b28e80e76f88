import { askedOf, headingOf, type Reader, readChoices } from './asked.server'
import type { ReportDefinition, ReportRow } from './definition'
import { rowsOf } from './parts'
import { runReport, runWholeReport } from './queries.server'

/** Everything that a report's screen shows, for the filters of an address. */
export async function loadReport(report: ReportDefinition, reader: Reader, url: string) {
  const { db, project } = reader
  const search = new URL(url).searchParams
  const asked = askedOf(report, project, search)
  const place = { after: search.get('after') || null, before: search.get('before') || null }
  const [run, choices] = await Promise.all([
    runReport(db, project.projectId, report, asked, place),
    readChoices(report, reader, asked.filters),
  ])
  const heading = headingOf(report, reader, asked.filters, choices)
  const { settings, permissions } = project
  return { ...run, ...choices, heading, path: report.path, settings, permissions }
}

export type ReportData = Awaited<ReturnType<typeof loadReport>>

/** The same for Excel and print: the whole set, whose rows come in parts. */
export async function loadWholeReport(report: ReportDefinition, reader: Reader, url: string) {
  const { db, project } = reader
  const asked = askedOf(report, project, new URL(url).searchParams)
  const [run, choices] = await Promise.all([
    runWholeReport(db, project.projectId, report, asked),
    readChoices(report, reader, asked.filters),
  ])
  return { ...run, heading: headingOf(report, reader, asked.filters, choices) }
}

/** Some 150 sheets: what nobody prints would be made for nothing. */
const ON_PAPER = 5000

/** The whole set with all its rows; `rows` is null where they are too many for paper. */
export async function loadReportForPrint(report: ReportDefinition, reader: Reader, url: string) {
  const { parts, columns, total, view, heading } = await loadWholeReport(report, reader, url)
  const level = report.levels.find(({ value }) => value === view.level)!
  const count = Number(total[level.counted])
  const rows: ReportRow[] | null = count > ON_PAPER ? null : []
  if (rows) for await (const part of parts) rows.push(...rowsOf(part, columns))
  return { path: report.path, view, heading, total, count, rows }
}
