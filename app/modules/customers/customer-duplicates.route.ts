import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { findCustomerDuplicates } from './duplicates.server'

export { optionalClientLoader as clientLoader } from '~/platform/browser/optional-client-loader'

/**
 * Finds customers similar to the one that is being typed: `?name=…&store=…&tin=…`, with `id` for an
 * existing customer.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.read')
  const search = new URL(request.url).searchParams
  const duplicates = await findCustomerDuplicates(db, project.projectId, {
    id: search.get('id') ?? undefined,
    name: search.get('name'),
    storeName: search.get('store'),
    tinNo: search.get('tin'),
  })
  return { duplicates }
}
