import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { reply } from '~/platform/request/reply.server'
import { DECIDERS } from './kinds'
import { readWaiting } from './queries.server'

/**
 * Returns the number of documents that the user may decide now, for the badge of the inbox in the
 * top bar.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, ...DECIDERS)
  const waiting = await readWaiting(db, project.projectId)
  const count = waiting.reduce((sum, { mine, items }) => (mine ? sum : sum + items), 0)
  return reply({ count }, { headers: { 'Cache-Control': 'no-store' } })
}
