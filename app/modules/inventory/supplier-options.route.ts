import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { answerSearch } from '~/platform/forms/choices.server'
import { listProductSuppliers } from './queries.server'

export { optionalClientLoader as clientLoader } from '~/platform/browser/optional-client-loader'

/** Searches the suppliers named on products for a picker. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'costs.read')
  return answerSearch(request.url, (query) => listProductSuppliers(db, project.projectId, query))
}
