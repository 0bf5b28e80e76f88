import { countOf, rows } from '~/platform/db/command.server'
import type { Keyset, Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { searchText } from '~/platform/values/texts'
import type { ActFilters, PhoneFilters } from './filters'

/** A phone of a person in the field. */
export interface Phone {
  id: string
  version: number
  name: string
  userId: string
  person: string
  role: string
  registeredAt: string
  /** The last contact; null before the first one. */
  seenAt: string | null
  appVersion: string | null
  /** Acts that the office does not have, as of the last contact, and the moment of the oldest. */
  waiting: number
  waitingSince: string | null
  lockedAt: string | null
  lockReason: string | null
}

/** Reads the phones that the reader may see: those on which acts wait longest first, then the ones seen last. */
export async function listPhones(db: Db, projectId: string): Promise<Phone[]> {
  const found = rows(await db.rpc('device_list', { p_project: projectId }))
  return found.map((phone) => ({
    id: phone.id,
    version: phone.version,
    name: phone.name,
    userId: phone.user_id,
    person: phone.person,
    role: phone.role,
    registeredAt: phone.registered_at,
    seenAt: phone.seen_at,
    appVersion: phone.app_version,
    waiting: phone.waiting,
    waitingSince: phone.waiting_since,
    lockedAt: phone.locked_at,
    lockReason: phone.lock_reason,
  }))
}

/** Returns the phones that the filters find. */
export function findPhones(phones: readonly Phone[], filters: PhoneFilters): Phone[] {
  const sought = searchText(filters.search ?? '')
  return phones.filter(
    ({ name, person, waiting, lockedAt }) =>
      searchText(`${person} ${name}`).includes(sought) &&
      (!filters.waiting || waiting > 0) &&
      (!filters.locked || lockedAt !== null),
  )
}

/** An act that arrived from a phone. */
export interface ArrivedAct {
  id: string
  version: number
  receivedAt: string
  madeAt: string
  person: string
  phone: string | null
  no: number
  kind: string
  state: string
  documentId: string | null
  documentNo: string | null
  /** The reason why it was refused or withdrawn, or for what it waits. */
  message: string | null
  tries: number
  customer: string | null
}

/** Reads one page of the acts that arrived. */
export function listActs(
  db: Db,
  projectId: string,
  filters: ActFilters,
  keyset: Keyset,
): Promise<Page<ArrivedAct>> {
  return readPage(
    keyset,
    (cursor) =>
      db.rpc('field_act_list', { p_project: projectId, p_filters: { ...filters, ...cursor } }),
    {
      row: (act) => ({
        id: act.id,
        version: act.version,
        receivedAt: act.received_at,
        madeAt: act.made_at,
        person: act.person ?? '–',
        phone: act.phone,
        no: act.device_no,
        kind: act.kind,
        state: act.state,
        documentId: act.document_id,
        documentNo: act.document_no,
        message: act.message,
        tries: act.tries,
        customer: act.customer,
      }),
    },
  )
}

/** Returns the number of acts of a state: refused and not corrected since, or waiting for the office. */
export async function countActs(
  db: Db,
  projectId: string,
  state: 'refused' | 'waiting',
): Promise<number> {
  return countOf(
    await db
      .from('field_acts')
      .select('id', { count: 'exact', head: true })
      .eq('project_id', projectId)
      .eq('state', state),
  )
}
