import { row, rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { type Keyset, type Page, pageOf } from '~/platform/keyset'
import { anyContains } from '~/platform/search'
import { type MasterKind, masterOf } from './definitions'

/** An entry of a master: its values by field. */
export interface MasterRow {
  id: string
  status: string
  version: number
  values: Record<string, string | null>
}

/** One page of a master by name; `status` null lists all of them. */
export async function listMasters(
  db: Db,
  projectId: string,
  kind: MasterKind,
  keyset: Keyset,
  filters: { search: string | null; status: string | null },
): Promise<Page<MasterRow & { sort_key: string }>> {
  const { table, fields } = masterOf(kind)
  let query = db
    // The four tables differ in their own columns only, which are taken by name.
    .from(table as 'payees')
    .select('*')
    .eq('project_id', projectId)
    .order('sort_key', { ascending: keyset.ascending })
    .order('id', { ascending: keyset.ascending })
    .limit(keyset.size + 1)
  const found = anyContains(
    fields.map(({ name }) => name),
    filters.search ?? '',
  )
  if (found) query = query.or(found)
  if (filters.status) query = query.eq('status', filters.status)
  if (keyset.or) query = query.or(keyset.or)
  return pageOf(
    rows(await query).map((found) => ({ ...entryOf(kind, found), sort_key: found.sort_key })),
    keyset,
  )
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
      masterOf(kind).fields.map(({ name }) => [name, columns[name] ?? null]),
    ),
  }
}
