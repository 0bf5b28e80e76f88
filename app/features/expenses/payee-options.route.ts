import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/guard.server'
import { listPayeeOptions } from './choices.server'

/** Source of payee pickers beyond the 1,000 that a page carries. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'vouchers.read')
  const search = new URL(request.url).searchParams.get('q')
  return { options: await listPayeeOptions(db, project.projectId, { search }) }
}
