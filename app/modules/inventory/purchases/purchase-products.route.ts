import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { readAsked } from '~/platform/request/asked'
import { listPurchaseProducts } from './products.server'

export { aside as clientLoader } from '~/platform/browser/aside'

/** Searches products for the pickers, beyond the thousand that the page carries. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.write')
  const search = readAsked(request.url).text('q')
  return { options: await listPurchaseProducts(db, project.projectId, { search }) }
}
