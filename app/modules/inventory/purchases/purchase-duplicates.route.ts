import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { findPurchaseDuplicates } from './duplicates.server'

export { optionalClientLoader as clientLoader } from '~/platform/browser/optional-client-loader'

/** Finds records with the PO number or supplier invoice number that is being typed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.write')
  const search = new URL(request.url).searchParams
  const numbers = [search.get('po'), search.get('invoice')] as const
  return { duplicates: await findPurchaseDuplicates(db, project.projectId, ...numbers) }
}
