import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'

/** Redirects to invoicing for readers who may see it, else to the bookings. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { project } = await requirePermission(context, 'bookings.read')
  const desk = project.permissions.includes('invoicing.read')
  return redirect(desk ? paths.sales.invoicing : paths.sales.bookings)
}
