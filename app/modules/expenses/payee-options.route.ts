import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { readAsked } from '~/platform/request/asked'
import { listPayeeOptions } from './choices.server'

export { aside as clientLoader } from '~/platform/browser/aside'

/** Searches payees for pickers, beyond the 1,000 that a page carries. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'vouchers.read')
  const search = readAsked(request.url).text('q')
  return { options: await listPayeeOptions(db, project.projectId, { search }) }
}
