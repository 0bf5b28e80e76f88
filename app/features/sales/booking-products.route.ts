import type { LoaderFunctionArgs } from '@remix-run/node'
import { listProductOptions } from '~/features/inventory/queries.server'
import { readAsked } from '~/platform/asked'
import { requirePermission } from '~/platform/guard.server'

export { aside as clientLoader } from '~/platform/aside'

/** Source of booking entry's product pickers beyond the thousand that the page carries. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.write')
  const search = readAsked(request.url).text('q')
  return { options: await listProductOptions(db, project.projectId, { search }) }
}
