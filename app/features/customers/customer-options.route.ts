import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/guard.server'
import { listCustomerOptions } from './queries.server'

/** Source of customer pickers beyond the 1,000 that a page carries. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.read')
  const search = new URL(request.url).searchParams.get('q')
  return { options: await listCustomerOptions(db, project.projectId, search) }
}
