import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { readSearchParams } from '~/platform/request/search-params'
import { listPurchaseProducts } from './products.server'

export { optionalClientLoader as clientLoader } from '~/platform/browser/optional-client-loader'

/** Searches products for the pickers, beyond the thousand that the page carries. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.write')
  const search = readSearchParams(request.url).text('q')
  return { options: await listPurchaseProducts(db, project.projectId, { search }) }
}
