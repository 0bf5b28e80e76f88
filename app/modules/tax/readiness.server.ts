import { rows } from '~/platform/db/command.server'
import {
  BY_SORT_KEY,
  encodeCursor,
  type Keyset,
  type Listed,
  type Page,
} from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { readSearchParams } from '~/platform/request/search-params'
import { type Finding, KIND_OPTIONS } from './findings'
import { type Quarter, readQuarter } from './quarters'

export const READINESS_PAGING = { ...BY_SORT_KEY, size: 50 }

export interface ReadinessFilters {
  quarter: Quarter
  kind: string | null
}

/** Reads the filters of the list from its address. */
export function readinessFilters(url: string, today: string): ReadinessFilters {
  const { searchParams } = new URL(url)
  return {
    quarter: readQuarter(searchParams, today),
    kind: readSearchParams(url).option('kind', KIND_OPTIONS),
  }
}

const sent = ({ quarter: { from, to }, kind }: ReadinessFilters) => ({
  from,
  to,
  ...(kind ? { kind } : {}),
})

/** Reads one page of what is missing in a quarter. */
export async function listFindings(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: ReadinessFilters,
): Promise<Page<Listed<Finding>>> {
  const page = await readPage(keyset, (cursor) =>
    db.rpc('tax_readiness', { p_project: projectId, p_filters: { ...sent(filters), ...cursor } }),
  )
  return {
    ...page,
    rows: page.rows.map((row) => ({
      kind: row.kind,
      items: row.items,
      id: row.id,
      no: row.no,
      name: row.name,
      on: row.on_date,
      cursor: encodeCursor(row, keyset),
    })),
  }
}

/** Counts what is missing in a quarter, by kind. */
export async function countFindings(
  db: Db,
  projectId: string,
  { quarter: { from, to } }: ReadinessFilters,
): Promise<Record<string, number>> {
  const counted = rows(
    await db.rpc('tax_readiness', { p_project: projectId, p_filters: { from, to, counted: true } }),
  )
  return Object.fromEntries(counted.map(({ kind, found }) => [kind, Number(found)]))
}
