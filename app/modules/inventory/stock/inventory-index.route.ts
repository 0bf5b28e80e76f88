import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { problem } from '~/platform/request/errors'
import { inventoryTabs } from '../nav-items'

/**
 * Redirects `/inventory` to the first screen that the role may open, and
 * `/inventory/inventory-list` to the first of its views.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { project } = await requirePermission(
    context,
    'stock.read',
    'purchases.read',
    'counts.write',
    'counts.decide',
  )
  const first = inventoryTabs(project.permissions)[0]
  if (!first) throw problem(403)
  const list = /\/inventory-list\/?$/i.test(new URL(request.url).pathname)
  if (list && !project.permissions.includes('stock.read')) throw problem(403)
  return redirect(list ? paths.inventory.stock : first.to)
}
