import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { answerSearch } from '~/platform/forms/choices.server'
import { listProductOptions } from '../queries.server'

export { optionalClientLoader as clientLoader } from '~/platform/browser/optional-client-loader'

/** Searches products for a price of a list. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'prices.write')
  return answerSearch(request.url, (query) => listProductOptions(db, project.projectId, query))
}
