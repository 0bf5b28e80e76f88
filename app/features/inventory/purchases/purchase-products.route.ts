import type { LoaderFunctionArgs } from '@remix-run/node'
import { readAsked } from '~/platform/asked'
import { requirePermission } from '~/platform/guard.server'
import { listPurchaseProducts } from './products.server'

export { aside as clientLoader } from '~/platform/aside'

/** Source of the product pickers beyond the thousand that the page carries. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.write')
  const search = readAsked(request.url).text('q')
  return { options: await listPurchaseProducts(db, project.projectId, { search }) }
}
