import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'

/** Redirects the menu's address to the list. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requirePermission(context, 'collections.read')
  return redirect(paths.treasury.collections)
}
