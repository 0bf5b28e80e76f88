import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { answerSearch } from '~/platform/forms/choices.server'
import { listAreas } from './list.server'

export { optionalClientLoader as clientLoader } from '~/platform/browser/optional-client-loader'

/** Searches the areas named on customers for a picker. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.read')
  return answerSearch(request.url, (query) => listAreas(db, project.projectId, query))
}
