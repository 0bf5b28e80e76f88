import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/platform/access/guard.server'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import { decides } from './kinds'
import { readUnread, readWaiting } from './queries.server'

/**
 * Returns the numbers of the top bar: documents that the user may decide now, and unread
 * notifications.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requireUser(context)
  if (!project) throw problem(403)
  const { projectId, permissions } = project
  const [waiting, unread] = await Promise.all([
    decides(permissions) ? readWaiting(db, projectId) : [],
    readUnread(db, projectId),
  ])
  const count = waiting.reduce((sum, { mine, items }) => (mine ? sum : sum + items), 0)
  return reply({ count, unread }, { headers: { 'Cache-Control': 'no-store' } })
}
