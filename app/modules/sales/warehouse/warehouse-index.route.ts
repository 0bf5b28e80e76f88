import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'

/** Redirects `/warehouse` and `/warehouse/warehouse-list` to the list of requests. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requirePermission(context, 'warehouse.read')
  return redirect(paths.warehouse.requests)
}
