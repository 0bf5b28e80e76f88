import { rows } from '~/platform/db/command.server'
import { asKnown } from '~/platform/request/as-known.server'
import { chosenColumns } from '~/platform/request/list-columns'
import { today } from '~/platform/values/dates'
import { chartOf, chartQuery } from './chart'
import { columnsOf, forReader, levelOf, type ReportDefinition, type ReportRow } from './definition'
import { headingOf, type Reader, readChoices, resolveFilters } from './filters.server'
import { rowsOf } from './parts'
import { readPlaces, readRows, runReport, runWholeReport } from './queries.server'

/** Loads everything that a report's screen shows, for the filters of an address. */
export async function loadReport(defined: ReportDefinition, now: Reader, url: string) {
  const reader = await asKnown(now, url)
  const { db, project } = reader
  const report = forReader(defined, project.permissions)
  const { searchParams } = new URL(url)
  const resolved = resolveFilters(report, project, searchParams)
  // A further page goes on with the rows.
  const isFirst = !searchParams.has('after') && !searchParams.has('before')
  const asked = isFirst ? chartQuery(report, resolved) : null
  const [run, choices, targets, ...charted] = await Promise.all([
    runReport(db, project.projectId, report, resolved, url),
    readChoices(report, reader, resolved.filters, url),
    asked?.targets
      ? db
          .rpc('targets_by_month', { p_project: project.projectId, p_filters: asked.targets })
          .then(rows)
      : [],
    ...(asked?.filters ?? []).map((filters) =>
      (asked?.series ? readPlaces : readRows)(db, project.projectId, report, filters),
    ),
  ])
  const heading = headingOf(report, reader, resolved.filters, choices)
  const { settings, permissions } = project
  const drawn = {
    ...{ view: run.view, total: run.total, today: today(project.timeZone) },
    columns: columnsOf(report, run.view, run.total),
  }
  const chart =
    isFirst && run.rows.length > 0 ? chartOf(report, drawn, asked, charted.flat(), targets) : null
  return { ...run, ...choices, chart, heading, path: report.path, settings, permissions }
}

export type ReportData = Awaited<ReturnType<typeof loadReport>>

/** Loads the whole set for Excel and print; its rows come in parts. */
export async function loadWholeReport(defined: ReportDefinition, now: Reader, url: string) {
  const reader = await asKnown(now, url)
  const { db, project } = reader
  const report = forReader(defined, project.permissions)
  const resolved = resolveFilters(report, project, new URL(url).searchParams)
  const [run, choices] = await Promise.all([
    runWholeReport(db, project.projectId, report, resolved),
    readChoices(report, reader, resolved.filters, url),
  ])
  const heading = headingOf(report, reader, resolved.filters, choices)
  return { ...run, heading, chosen: chosenColumns(new URL(url).searchParams) }
}

/** The most rows that a print has, about 150 sheets. */
const ON_PAPER = 5000

/** Loads the whole set with all its rows; `rows` is null when there are too many for print. */
export async function loadReportForPrint(report: ReportDefinition, reader: Reader, url: string) {
  const { parts, columns, total, view, heading, chosen } = await loadWholeReport(
    report,
    reader,
    url,
  )
  const level = levelOf(report, view)
  const count = Number(total[level.counted])
  const rows: ReportRow[] | null = count > ON_PAPER ? null : []
  if (rows) for await (const part of parts) rows.push(...rowsOf(part, columns))
  return { path: report.path, view, heading, total, count, rows, chosen }
}
