import type { LoaderFunctionArgs } from '@remix-run/node'
import { listProductOptions } from '~/modules/inventory/queries.server'
import { requirePermission } from '~/platform/access/guard.server'
import { readSearchParams } from '~/platform/request/search-params'

export { optionalClientLoader as clientLoader } from '~/platform/browser/optional-client-loader'

/** Serves products to the pickers of booking entry, beyond the thousand that the page contains. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.write')
  const search = readSearchParams(request.url).text('q')
  return { options: await listProductOptions(db, project.projectId, { search }) }
}
