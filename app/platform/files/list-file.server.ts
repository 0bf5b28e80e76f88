import type { AppLoadContext } from '@remix-run/node'
import { type Keyset, keysetAt, type Page, type Paging } from '../db/keyset'
import type { Identity, Membership } from '../request/context'
import { formatDateTime } from '../values/dates'
import type { Cell, Row } from './sheet'
import { sheetReply } from './workbook.server'

/** A column of a list as a file; texts are as wide as they are. */
export interface FileColumn<Of> {
  header: string
  cell: (row: Of) => Cell
}

interface ListFile<Of> {
  title: string
  columns: readonly FileColumn<Of>[]
  paging: Paging
  page: (keyset: Keyset) => Promise<Page<Of>>
  /** The names of what filters choose by id. */
  names?: ReadonlyMap<string, string>
}

interface Sent {
  request: Request
  context: Pick<AppLoadContext, 'runOnThread'>
  reader: { user: Identity; project: Membership }
}

/** The number of rows that are read at once; the API returns at most 1,000. */
const PART = 500
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Parameters of an address that are no filters. */
const OTHERS = new Set(['after', 'before', 'format', 'show', 'sort', 'density', 'columns', 'view'])

/**
 * Answers with a list as an Excel or CSV file: all rows that its filters find, read page after page as the reader, so
 * that the database decides which these are.
 */
export async function listReply<Of>(
  { request, context, reader: { user, project } }: Sent,
  { title, columns, paging, page, names }: ListFile<Of>,
): Promise<Response> {
  const rows: Row[] = []
  let after: string | null = null
  do {
    const part: Page<Of> = await page(keysetAt({ after }, { ...paging, size: PART }))
    for (const row of part.rows) rows.push(columns.map(({ cell }) => cell(row)))
    after = part.older
  } while (after)
  const head: Row[] = [
    [{ bold: project.title || project.projectName }],
    [{ bold: title }],
    [described(request.url, names)],
    [`Run by ${user.displayName}, ${formatDateTime(new Date().toISOString(), project.timeZone)}`],
    [`Amounts in ${project.currency}`],
    [],
  ]
  return sheetReply(
    context,
    {
      name: title.slice(0, 31),
      widths: columns.map(() => null),
      header: head.length,
      rows: [...head, columns.map(({ header }) => header), ...rows],
    },
    { name: title, url: request.url },
  )
}

/** Writes the filters of an address in words. */
function described(url: string, names: ReadonlyMap<string, string> = new Map()): string {
  const filters = [...new URL(url).searchParams].filter(
    ([name, value]) => value !== '' && !OTHERS.has(name),
  )
  if (filters.length === 0) return 'All rows'
  return filters
    .map(([name, value]) => {
      const label = name === 'q' ? 'Search' : name.replaceAll('_', ' ')
      const text = names.get(value) ?? (ID.test(value) ? 'the chosen one' : value)
      return `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${text}`
    })
    .join(' · ')
}
