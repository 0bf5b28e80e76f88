import { allRows, row } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import type { Keyset, Page, Paging } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db, ProjectSettings } from '~/platform/request/context'
import { eachLogo, type Logos } from '~/platform/request/logos'
import { isZone, knownZone } from '~/platform/values/dates'
import { isId } from '~/platform/values/ids'

/** A project as the administrator's list shows it. */
export interface ProjectRow {
  id: string
  name: string
  ownerName: string | null
  ownerEmail: string | null
  status: string
  timeZone: string
  currency: string
  /** The number of users with an active membership. */
  people: number
}

interface Filters {
  /** Searches name, title, owner and the owner's e-mail. */
  search: string | null
  /** Null means all but the removed ones. */
  status: string | null
}

/** The paging of the list of projects. */
export const PROJECTS_BY_NAME: Paging = {
  by: 'sort_key',
  known: (_, id) => isId(id),
  keyOf: (sort_key, id) => ({ sort_key, id }),
}

/** One page of projects by name, and how many there are. */
export async function listProjects(
  db: Db,
  keyset: Keyset,
  { search, status }: Filters,
): Promise<Page<ProjectRow> & { count: number }> {
  const [page, overview] = await Promise.all([
    readPage(keyset, (paging) =>
      db.rpc('project_list', { p_filters: { ...paging, search: search?.trim() || null, status } }),
    ),
    readOverview(db),
  ])
  return {
    ...page,
    count: page.rows[0]?.matches ?? 0,
    rows: page.rows.map((project) => ({
      id: project.id,
      name: project.name,
      ownerName: project.owner_name,
      ownerEmail: project.owner_email,
      status: project.status,
      timeZone: project.time_zone,
      currency: project.currency,
      people: overview.people_by_project[project.id] ?? 0,
    })),
  }
}

interface Overview {
  /** Active memberships by project id. */
  people_by_project: Record<string, number>
}

async function readOverview(db: Db): Promise<Overview> {
  return row(await db.rpc('admin_overview')) as unknown as Overview
}

/** One project with everything that its settings change. */
export interface ProjectDocument {
  id: string
  version: number
  status: string
  createdAt: string
  name: string
  title: string | null
  ownerName: string | null
  ownerEmail: string | null
  address: string | null
  tinNo: string | null
  phone: string | null
  paymentInstructions: string | null
  otherInfo1: string
  otherInfo2: string
  categories: [string[], string[], string[]]
  nextSoNo: number
  nextVoucherNo: number
  /** True for a series from which a document has drawn a number; its start is then fixed. */
  drawn: { soNo: boolean; voucherNo: boolean }
  settings: Required<ProjectSettings>
  timeZone: string
  currency: string
  logos: Logos
  /** The number of users with an active membership. */
  people: number
  pendingBookings: number
  /** The stored values that are not known, by the field of the settings. */
  toRepair: Record<string, string | null>
}

/**
 * Reads one project.
 *
 * @throws A 404 response when there is no project with this id.
 */
export async function readProject(db: Db, id: string): Promise<ProjectDocument> {
  const project = row(
    await db.rpc('project_details', { p_project: id }),
  ) as unknown as Database['public']['Tables']['projects']['Row'] & {
    to_repair: ProjectDocument['toRepair']
    drawn: { so_no: boolean; voucher_no: boolean }
    people: number
    pending_bookings: number
  }
  return {
    id: project.id,
    version: project.version,
    status: project.status,
    createdAt: project.created_at,
    name: project.name,
    title: project.title,
    ownerName: project.owner_name,
    ownerEmail: project.owner_email,
    address: project.address,
    tinNo: project.tin_no,
    phone: project.phone,
    paymentInstructions: project.payment_instructions,
    otherInfo1: project.other_info1,
    otherInfo2: project.other_info2,
    categories: [
      project.product_categories1,
      project.product_categories2,
      project.product_categories3,
    ],
    nextSoNo: project.booking_count + 1,
    nextVoucherNo: project.voucher_count,
    drawn: { soNo: project.drawn.so_no, voucherNo: project.drawn.voucher_no },
    settings: project.settings as unknown as Required<ProjectSettings>,
    timeZone: knownZone(project.time_zone),
    currency: project.currency,
    toRepair: isZone(project.time_zone)
      ? project.to_repair
      : { time_zone: project.time_zone, ...project.to_repair },
    logos: eachLogo((key) => project[key]),
    people: project.people,
    pendingBookings: project.pending_bookings,
  }
}

/** A user of a project, as the project's page lists them. */
export interface ProjectPerson {
  id: string
  name: string
  email: string
  role: string
  status: string
}

/** Lists the users of a project by name, active ones first. */
export async function listProjectPeople(db: Db, projectId: string): Promise<ProjectPerson[]> {
  const found = await allRows(
    db
      .from('memberships')
      .select('user_id, role, status, profiles!inner(display_name, email)')
      .eq('project_id', projectId)
      .order('status')
      .order('user_id'),
  )
  const people = found.map(({ user_id, role, status, profiles }) => {
    // PostgREST embeds one row as an object. The embedded server may send a list of one.
    const [profile] = [profiles].flat()
    return { id: user_id, name: profile!.display_name, email: profile!.email, role, status }
  })
  return people.sort((a, b) => a.status.localeCompare(b.status) || a.name.localeCompare(b.name))
}
