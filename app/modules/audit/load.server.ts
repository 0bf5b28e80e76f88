import { namesOf } from '~/modules/people/queries.server'
import { readKeyset } from '~/platform/db/keyset'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { readSearchParams } from '~/platform/request/search-params'
import type { AuditProject } from './describe-changes.server'
import { addressOf, wordOf } from './documents'
import { type AuditFilters, readAuditFilters } from './filters'
import { findDocuments, listChanges, nameDocument, readTrailTotals } from './trail.server'

/** Reads the filters of an address, with the documents that its search finds. */
export async function resolveAuditFilters(db: Db, project: AuditProject, url: string) {
  const search = new URL(url).searchParams
  const { document, ...filters } = readAuditFilters(search, project.timeZone)
  const text = readSearchParams(search).text('q')
  const documents = text && !document ? await findDocuments(db, project, text) : filters.documents
  const resolved: AuditFilters = documents ? { ...filters, documents } : filters
  return { filters: resolved, document }
}

/**
 * Loads the audit screen for an address. A document without changes, or of another project, is a
 * 404.
 */
export async function loadAudit(db: Db, project: AuditProject, url: string) {
  const { filters, document } = await resolveAuditFilters(db, project, url)
  const keyset = readKeyset(url, {
    by: 'created_at',
    descending: true,
    keyOf: (_createdAt, id) => id,
  })
  const [page, totals, people, named] = await Promise.all([
    listChanges(db, project, filters, keyset),
    readTrailTotals(db, project, filters),
    namesOf(db, project.projectId),
    document ? nameDocument(db, project, document) : null,
  ])
  if (document && !named) throw problem(404)
  return {
    page,
    totals,
    people: [...people]
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label)),
    subject:
      document && named
        ? { label: named.label, kind: wordOf(named.kind), to: addressOf(named.kind, document) }
        : null,
    from: filters.from ?? null,
    timeZone: project.timeZone,
  }
}
