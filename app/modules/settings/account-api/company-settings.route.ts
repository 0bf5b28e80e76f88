import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAccount } from '~/platform/access/guard.server'
import { problem } from '~/platform/request/errors'
import { companySettings } from './queries.server'

/**
 * GET /api/company-settings returns the settings of the active project, or with `?project=` of
 * another project of the caller. Any other id gets the same 404 as an unknown one.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, user, project } = await requireAccount(context)
  const wanted = new URL(request.url).searchParams.get('project') ?? project?.projectId
  const own = user.memberships.find(({ projectId }) => projectId === wanted)
  if (!own) throw problem(404)
  return companySettings(db, own)
}
