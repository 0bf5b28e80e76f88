import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { rows } from '~/platform/db/command.server'
import type { Keyset, Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db, Membership } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { isId } from '~/platform/values/ids'

/** The person who asks, and the project. */
interface Reader {
  db: Db
  project: Pick<Membership, 'projectId'>
}

/** A printed report or statement of account. */
export interface Print {
  id: string
  no: string
  /** The folder of a report, `statement` (of one customer) or `statements`. */
  report: string
  customerId: string | null
  /** The filters in words. */
  described: string
  /** The moment as of which the figures were known. */
  knownAt: string
  at: string
  by: string
  /** The address of the screen, with its filters. */
  path: string
}

const COLUMNS =
  'id, print_no, report, customer_id, search, described, known_at, created_at, created_by'

interface PrintRow {
  id: string
  print_no: string
  report: string
  customer_id: string | null
  search: string
  described: string
  known_at: string
  created_at: string
  created_by: string | null
}

const printOf =
  (names: ReadonlyMap<string, string>) =>
  (found: PrintRow): Print => ({
    id: found.id,
    no: found.print_no,
    report: found.report,
    customerId: found.customer_id,
    described: found.described,
    knownAt: found.known_at,
    at: found.created_at,
    by: (found.created_by && names.get(found.created_by)) || '–',
    path: `${screenOf(found)}?${found.search}`,
  })

function screenOf({ report, customer_id }: PrintRow): string {
  if (report === 'statements') return paths.statements.list
  if (customer_id) return paths.statements.customer(customer_id)
  return paths.reports.print(report)
}

/** Lists printed reports, the newest first. */
export async function listPrints(
  { db, project }: Reader,
  keyset: Keyset,
  filters: { no: string | null; report: string | null },
): Promise<Page<Print> & { count: number }> {
  const filtered = (query: ReturnType<typeof all>) => {
    const numbered = filters.no ? query.ilike('print_no', `%${filters.no}%`) : query
    return filters.report ? numbered.eq('report', filters.report) : numbered
  }
  const all = (head: boolean) =>
    db
      .from('report_prints')
      .select(COLUMNS, head ? { count: 'exact', head } : {})
      .eq('project_id', project.projectId)
  const names = await namesOf(db, project.projectId)
  return readPage(keyset, filtered(all(false)), { row: printOf(names), count: filtered(all(true)) })
}

/** A screen of a print: the address with its filters and its moment, and the print when it has a number. */
export interface Printed {
  url: string
  print: Print | null
}

/**
 * Reads the print that an address names (`?printed=`). The screen then shows the print's own filters
 * as of its moment, whatever else the address says.
 *
 * @throws A 404 response when there is no such print of this screen.
 */
export async function readPrinted({ db, project }: Reader, url: string): Promise<Printed> {
  const here = new URL(url)
  const id = here.searchParams.get('printed')
  if (!id) return { url, print: null }
  const found = await readPrint({ db, project }, id)
  const screen = new URL(found.path, here)
  if (screen.pathname !== here.pathname) throw problem(404)
  screen.searchParams.set('known_at', found.knownAt)
  return { url: screen.href, print: found }
}

/** Reads one print. @throws A 404 response when it is missing or its report is not the reader's. */
export async function readPrint({ db, project }: Reader, id: string): Promise<Print> {
  if (!isId(id)) throw problem(404)
  const [found] = rows(
    await db
      .from('report_prints')
      .select(COLUMNS)
      .eq('project_id', project.projectId)
      .eq('id', id)
      .limit(1),
  )
  if (!found) throw problem(404)
  return printOf(await namesOf(db, project.projectId))(found)
}
