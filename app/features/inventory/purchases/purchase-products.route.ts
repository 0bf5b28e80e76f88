import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/guard.server'
import { listPurchaseProducts } from './products.server'

/** Source of the product pickers beyond the thousand that the page carries. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.write')
  const search = new URL(request.url).searchParams.get('q')
  return { options: await listPurchaseProducts(db, project.projectId, { search }) }
}
