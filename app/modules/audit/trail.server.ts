import { rows } from '~/platform/db/command.server'
import type { Keyset, Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import {
  type AuditChange,
  type AuditProject,
  describeChanges,
  type TrailRow,
} from './describe-changes.server'
import type { AuditFilters } from './filters'

/** Returns one page of the trail for these filters, newest first. Needs audit.read. */
export async function listChanges(
  db: Db,
  project: AuditProject,
  filters: AuditFilters,
  keyset: Keyset,
): Promise<Page<AuditChange>> {
  const page = await readPage(keyset, async (cursor) => ({
    data: await readTrail(db, project, { ...filters, ...cursor }),
    error: null,
  }))
  return { ...page, rows: await describeChanges(db, project, page.rows) }
}

/**
 * Returns the latest changes of a document, and whether there are more; null without audit.read.
 */
export async function readHistory(
  db: Db,
  project: AuditProject,
  documentId: string,
): Promise<{ documentId: string; changes: AuditChange[]; more: boolean } | null> {
  if (!project.permissions.includes('audit.read')) return null
  const found = await readTrail(db, project, { documents: [documentId], limit: HISTORY + 1 })
  const changes = await describeChanges(db, project, found.slice(0, HISTORY))
  return { documentId, changes, more: found.length > HISTORY }
}

const HISTORY = 10
/** The number of changes that an export reads at once. */
const RUN = 500

export type History = Awaited<ReturnType<typeof readHistory>>

/** Counts the changes, documents and users that the filters find. */
export async function readTrailTotals(db: Db, project: AuditProject, filters: AuditFilters) {
  const args = { p_project: project.projectId, p_filters: { ...filters } }
  const [totals] = rows(await db.rpc('audit_totals', args))
  return {
    changes: Number(totals?.changes ?? 0),
    documents: Number(totals?.documents ?? 0),
    people: Number(totals?.people ?? 0),
  }
}

/**
 * Reads all changes for these filters in readable form, in batches below the row limit of the API.
 */
export async function* allChanges(db: Db, project: AuditProject, filters: AuditFilters) {
  let after: string | null = null
  do {
    const found: TrailRow[] = await readTrail(db, project, {
      ...filters,
      ...(after ? { after } : {}),
      limit: RUN,
    })
    yield* await describeChanges(db, project, found)
    after = found.at(-1)?.id ?? null
  } while (after)
}

/** Returns the ids of the documents that a search finds. */
export async function findDocuments(
  db: Db,
  project: AuditProject,
  text: string,
): Promise<string[]> {
  const args = { p_project: project.projectId, p_query: text, p_each: 50 }
  return [...new Set(rows(await db.rpc('search_documents', args)).map(({ id }) => id))]
}

async function readTrail(db: Db, project: AuditProject, filters: object): Promise<TrailRow[]> {
  const args = { p_project: project.projectId, p_filters: { ...filters } }
  const found = rows(await db.rpc('audit_trail', args))
  return found.map((row) => ({ ...row, id: String(row.id) }))
}

/** Returns the name of a document; null when it does not exist or the reader may not see it. */
export async function nameDocument(db: Db, project: AuditProject, id: string) {
  const args = { p_project: project.projectId, p_ids: [id] }
  return rows(await db.rpc('audit_names', args))[0] ?? null
}
