import { countOf, row, rows } from '~/platform/db/command.server'
import { type Keyset, onPage, type Page, pageOf } from '~/platform/db/keyset'
import { anyContains } from '~/platform/db/search'
import type { Db } from '~/platform/request/context'
import { money } from '~/platform/values/money'
import { type MasterKind, masterOf } from './definitions'

/** An entry of a master: its values by field. */
export interface MasterRow {
  id: string
  status: string
  version: number
  values: Record<string, string | null>
}

/** One page of a master by name, and how many there are in all; `status` null lists all of them. */
export async function listMasters(
  db: Db,
  projectId: string,
  kind: MasterKind,
  keyset: Keyset,
  filters: { search: string | null; status: string | null },
): Promise<Page<MasterRow> & { count: number }> {
  const { table, fields } = masterOf(kind)
  let query = db
    // The four tables differ in their own columns only, which are taken by name.
    .from(table as 'payees')
    .select('*')
    .eq('project_id', projectId)
  let total = db
    .from(table as 'payees')
    .select('id', { count: 'exact', head: true })
    .eq('project_id', projectId)
  const contains = anyContains(
    fields.flatMap(({ name, amount }) => (amount ? [] : name)),
    filters.search ?? '',
  )
  if (contains) {
    query = query.or(contains)
    total = total.or(contains)
  }
  if (filters.status) {
    query = query.eq('status', filters.status)
    total = total.eq('status', filters.status)
  }
  const [found, counted] = await Promise.all([onPage(query, keyset), total])
  return {
    ...pageOf(rows(found), keyset, (entry) => entryOf(kind, entry)),
    count: countOf(counted),
  }
}

/** One entry; the 404 page when it is missing or another project's. */
export async function readMaster(
  db: Db,
  projectId: string,
  kind: MasterKind,
  id: string,
): Promise<MasterRow> {
  const found = row(
    await db
      .from(masterOf(kind).table as 'payees')
      .select('*')
      .eq('project_id', projectId)
      .eq('id', id)
      .single(),
  )
  return entryOf(kind, found)
}

/** Active bank accounts for a choice. */
export async function listBankOptions(
  db: Db,
  projectId: string,
): Promise<{ value: string; label: string }[]> {
  const found = rows(
    await db
      .from('banks')
      .select('id, bank, account_no')
      .eq('project_id', projectId)
      .eq('status', 'active')
      .order('sort_key')
      .limit(200),
  )
  return found.map(({ id, bank, account_no }) => ({ value: id, label: `${bank} · ${account_no}` }))
}

function entryOf(
  kind: MasterKind,
  found: { id: string; status: string; version: number },
): MasterRow {
  const columns = found as unknown as Record<string, string | null>
  return {
    id: found.id,
    status: found.status,
    version: found.version,
    values: Object.fromEntries(
      masterOf(kind).fields.map(({ name, amount }) => {
        const value = columns[name] ?? null
        return [name, amount && value !== null ? money(value) : value]
      }),
    ),
  }
}
