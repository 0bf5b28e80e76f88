import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { VOUCHERS } from './schema'

/** The menu's address leads to the list. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requirePermission(context, 'vouchers.read')
  return redirect(VOUCHERS)
}
