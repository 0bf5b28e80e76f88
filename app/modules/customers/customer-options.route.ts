import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { answerSearch } from '~/platform/forms/choices.server'
import { listCustomerOptions } from './queries.server'

export { optionalClientLoader as clientLoader } from '~/platform/browser/optional-client-loader'

/** Searches customers for a picker. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.read')
  return answerSearch(request.url, (query) => listCustomerOptions(db, project.projectId, query))
}
