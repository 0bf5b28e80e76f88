import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { findVoucherDuplicates } from './duplicates.server'

export { optionalClientLoader as clientLoader } from '~/platform/browser/optional-client-loader'

/** Finds vouchers of this payee with the supplier invoice that is being typed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'vouchers.write')
  const search = new URL(request.url).searchParams
  const query = {
    payee: search.get('payee'),
    invoiceNo: search.get('invoice'),
    excludeId: search.get('excludeId'),
  }
  return { duplicates: await findVoucherDuplicates(db, project.projectId, query) }
}
