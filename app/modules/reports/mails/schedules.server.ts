import { allRows, row, rows } from '~/platform/db/command.server'
import { problem } from '~/platform/request/errors'
import { today } from '~/platform/values/dates'
import { fillPeriods, keepPeriods } from '~/platform/values/periods'
import { folderOf, forReader, type ReportDefinition } from '../definition'
import { describeFilters } from '../filters'
import { headingOf, type Reader, readChoices, resolveFilters } from '../filters.server'
import { reportNamed } from '../registry'
import { searchOf } from '../views.server'
import { filterValues, namesIn } from './names'
import { rhythmText, whenOf } from './rhythm'

/** Returns the report of an address; throws a 404 response when there is none. */
export function mailedReport(name: string | undefined): ReportDefinition {
  const report = reportNamed(name)
  if (!report) throw problem(404)
  return report
}

/** Returns what a schedule keeps of an address, as a saved view does. */
export function keptSearch(
  report: ReportDefinition,
  { project }: Pick<Reader, 'project'>,
  search: URLSearchParams,
): string {
  const kept = keepPeriods(searchOf(report, project, search), search, today(project.timeZone))
  const filters = new URLSearchParams(kept)
  // A mail has the usual columns, and what is known when it is sent.
  for (const name of ['show', 'known_at']) filters.delete(name)
  return filters.toString()
}

/** Reads what the form offers: the filters of the address in words, saved views, and who may receive the report. */
export async function readMailForm(defined: ReportDefinition, reader: Reader, url: string) {
  const { db, project } = reader
  const report = forReader(defined, project.permissions)
  const { filters } = resolveFilters(report, project, new URL(url).searchParams)
  const name = folderOf(report)
  const [choices, views, readers] = await Promise.all([
    readChoices(report, reader, filters, url),
    db
      .from('report_views')
      .select('id, name')
      .eq('project_id', project.projectId)
      .eq('report', name)
      .eq('is_default', false)
      .order('name')
      .limit(200)
      .then(rows),
    db.rpc('readers_of_report', { p_project: project.projectId, p_report: name }).then(rows),
  ])
  return {
    described: headingOf(report, reader, filters, choices).described,
    views: views.map(({ id, name }) => ({ value: id, label: `Saved view: ${name}` })),
    people: readers.map(({ user_id, display_name }) => ({ value: user_id, label: display_name })),
  }
}

/** Reads a schedule that the reader may change, with what its form offers. */
export async function readSchedule(id: string, reader: Reader, url: string) {
  const { db, project, user } = reader
  const found = row(
    await db
      .from('report_schedules')
      .select('report, search, view_id, rhythm, weekday, month_day, hour, recipients, user_id')
      .eq('project_id', project.projectId)
      .eq('id', id)
      .maybeSingle(),
  )
  const defined = mailedReport(found.report)
  if (found.user_id !== user.userId && !project.permissions.includes('settings.write'))
    throw problem(403)
  const of = new URL(url)
  of.search = fillPeriods(found.search, today(project.timeZone))
  const { view_id, hour, recipients, ...rhythm } = found
  const form = await readMailForm(defined, reader, of.href)
  const hasView = !view_id || form.views.some(({ value }) => value === view_id)
  return {
    ...form,
    // Another user's own view stays as long as no other is chosen.
    views: hasView ? form.views : [...form.views, { value: view_id, label: 'View of its author' }],
    title: defined.title,
    values: { view_id: view_id ?? undefined, when: whenOf(rhythm), hour, recipients },
  }
}

/** The last mail to a recipient, and its result. */
interface LastMail {
  name: string
  me: boolean
  at: string | null
  result: string | null
  error: string | null
}

/** Reads the scheduled mails that the reader made or receives; with settings.write all of the project. */
export async function listSchedules({ db, project }: Pick<Reader, 'db' | 'project'>) {
  const { projectId, timeZone, permissions } = project
  const found = await allRows(db.rpc('scheduled_reports', { p_project: projectId }))
  const resolved = found.flatMap(({ report: name, search, ...schedule }) => {
    const defined = reportNamed(name)
    if (!defined) return []
    const filled = fillPeriods(search, today(timeZone))
    const report = forReader(defined, permissions)
    const { filters } = resolveFilters(report, project, new URLSearchParams(filled))
    return { schedule, report, filled, filters }
  })
  const names = await namesIn(
    resolved.flatMap(({ report, filters }) => filterValues(report, filters)),
    async (ids) =>
      row(await db.rpc('names_in_filters', { p_project: projectId, p_filters: { ids } })),
  )
  return resolved.map(({ schedule, report, filled, filters }) => {
    const { rhythm, weekday, month_day, hour, mails, view_name, ...rest } = schedule
    return {
      ...rest,
      title: report.title,
      to: `${report.path}?${filled}`,
      described: view_name ?? describeFilters(report, project, filters, names),
      when: rhythmText({ rhythm, weekday, month_day, hour }),
      mails: (mails ?? []) as unknown as LastMail[],
    }
  })
}
