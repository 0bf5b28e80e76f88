import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'

/** The menu's address leads to the list. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requirePermission(context, 'collections.read')
  return redirect('/treasury/treasury-list/treasury-view-list')
}
