import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { answerSearch } from '~/platform/forms/choices.server'
import { listProductNames } from './queries.server'

export { optionalClientLoader as clientLoader } from '~/platform/browser/optional-client-loader'

/** Searches the products for a filter. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'stock.read')
  return answerSearch(request.url, (query) => listProductNames(db, project.projectId, query))
}
