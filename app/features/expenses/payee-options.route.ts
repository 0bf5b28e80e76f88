import type { LoaderFunctionArgs } from '@remix-run/node'
import { readAsked } from '~/platform/asked'
import { requirePermission } from '~/platform/guard.server'
import { listPayeeOptions } from './choices.server'

export { aside as clientLoader } from '~/platform/aside'

/** Source of payee pickers beyond the 1,000 that a page carries. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'vouchers.read')
  const search = readAsked(request.url).text('q')
  return { options: await listPayeeOptions(db, project.projectId, { search }) }
}
