import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requirePermission } from '~/platform/guard.server'

/** The menu's address leads to the stock list. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requirePermission(context, 'stock.read')
  return redirect('/inventory/inventory-list/inventory-view-list')
}
