import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { REQUESTS } from './kinds'

/** `/warehouse` and `/warehouse/warehouse-list` lead to the list of requests. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requirePermission(context, 'warehouse.read')
  return redirect(REQUESTS)
}
