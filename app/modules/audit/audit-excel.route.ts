import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { sheetReply } from '~/platform/files/workbook.server'
import { readSearchParams } from '~/platform/request/search-params'
import type { AuditChange } from './describe-changes.server'
import { wordOf } from './documents'
import { AUDIT_ACTIONS } from './filters'
import { resolveAuditFilters } from './load.server'
import { auditSheet, described } from './sheet'
import { allChanges, nameDocument } from './trail.server'

/** Exports the audit trail of the same address to Excel or CSV, all pages of it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project, user } = await requirePermission(context, 'audit.read')
  const { filters, document } = await resolveAuditFilters(db, project, request.url)
  const named = document ? await nameDocument(db, project, document) : null
  const person = filters.user_id ? await nameDocument(db, project, filters.user_id) : null
  const changes: AuditChange[] = []
  for await (const change of allChanges(db, project, filters)) changes.push(change)
  const action = AUDIT_ACTIONS.find(({ value }) => value === filters.action)
  const sheet = auditSheet(changes, {
    project: project.title || project.projectName,
    described: described(
      filters,
      [
        named?.label,
        person?.label,
        filters.kind && wordOf(filters.kind),
        action?.label,
        readSearchParams(request.url).text('q'),
      ].filter((part): part is string => Boolean(part)),
    ),
    runBy: user.displayName,
    runAt: new Date().toISOString(),
    timeZone: project.timeZone,
  })
  return sheetReply(context, sheet, { name: `Audit trail ${filters.from ?? ''}`, url: request.url })
}
