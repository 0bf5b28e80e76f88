import { row } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import { anyContains } from '~/platform/db/search'
import { listChoices } from '~/platform/forms/lists.server'
import type { Db } from '~/platform/request/context'
import { readSearchParams } from '~/platform/request/search-params'
import { money } from '~/platform/values/money'
import { MASTER_STATUSES, type MasterKind, masterOf } from './definitions'

/** Reads the filters of a list from its address. */
export function readMasterFilters(url: string) {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    status: searchParams.option('status', MASTER_STATUSES),
  }
}

/** An entry of master data: its values by field. */
export interface MasterRow {
  id: string
  status: string
  version: number
  values: Record<string, string | null>
  /** Names who entered and who confirmed the account number of a payee; null without an account number. */
  account: { setBy: string | null; confirmedBy: string | null; confirmedAt: string | null } | null
}

/**
 * Returns one page of entries by name, and the number of all of them. A `status` of null lists all
 * statuses.
 */
export async function listMasters(
  db: Db,
  projectId: string,
  kind: MasterKind,
  keyset: Keyset,
  filters: { search: string | null; status: string | null },
): Promise<Page<Listed<MasterRow>> & { count: number }> {
  const { table, fields } = masterOf(kind)
  let query = db
    // The four tables differ only in columns that are read by name, so one type serves for all.
    .from(table as 'payees')
    .select('*')
    .eq('project_id', projectId)
  let total = db
    .from(table as 'payees')
    .select('id', { count: 'exact', head: true })
    .eq('project_id', projectId)
  const contains = anyContains(
    ['sort_key', ...fields.flatMap(({ name, amount }) => (amount ? [] : name))],
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
  return readPage(keyset, query, {
    row: (entry) => ({ ...entryOf(kind, entry), cursor: encodeCursor(entry, keyset) }),
    count: total,
  })
}

/**
 * Reads one entry.
 *
 * @throws A 404 response when the entry is missing or belongs to another project.
 */
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

/** Lists the company's own bank accounts as options: active ones, and the one that is chosen already. */
export async function listBankOptions(
  db: Db,
  projectId: string,
  also: string | null = null,
): Promise<{ value: string; label: string }[]> {
  const found = await listChoices(db, projectId, 'banks', also ? [also] : [])
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
    account:
      kind === 'payees' && columns.account_no
        ? {
            setBy: columns.account_set_by ?? null,
            confirmedBy: columns.account_confirmed_by ?? null,
            confirmedAt: columns.account_confirmed_at ?? null,
          }
        : null,
    values: Object.fromEntries(
      masterOf(kind).fields.map(({ name, amount }) => {
        const value = columns[name] ?? null
        return [name, amount && value !== null ? money(value) : value]
      }),
    ),
  }
}
