import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { readSearchParams } from '~/platform/request/search-params'
import { listCustomerOptions } from './queries.server'

export { optionalClientLoader as clientLoader } from '~/platform/browser/optional-client-loader'

/** Searches customers for pickers, beyond the 1,000 that a page carries. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.read')
  const search = readSearchParams(request.url).text('q')
  return { options: await listCustomerOptions(db, project.projectId, search) }
}
