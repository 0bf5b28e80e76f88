import type { LoaderFunctionArgs } from '@remix-run/node'
import { listProductOptions } from '~/modules/inventory/queries.server'
import { requirePermission } from '~/platform/access/guard.server'
import { readAsked } from '~/platform/request/asked'

export { aside as clientLoader } from '~/platform/browser/aside'

/** Source of booking entry's product pickers beyond the thousand that the page carries. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.write')
  const search = readAsked(request.url).text('q')
  return { options: await listProductOptions(db, project.projectId, { search }) }
}
