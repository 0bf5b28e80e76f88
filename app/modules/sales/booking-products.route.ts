import type { LoaderFunctionArgs } from '@remix-run/node'
import { listProductOptions } from '~/modules/inventory/queries.server'
import { requirePermission } from '~/platform/access/guard.server'
import { answerSearch } from '~/platform/forms/choices.server'

export { optionalClientLoader as clientLoader } from '~/platform/browser/optional-client-loader'

/** Searches products for the lines of a booking. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.write')
  return answerSearch(request.url, (query) => listProductOptions(db, project.projectId, query))
}
