import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'

/** Leads to the screen of the day: the invoice desk for those who see it, else the bookings. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { project } = await requirePermission(context, 'bookings.read')
  const desk = project.permissions.includes('invoicing.read')
  return redirect(desk ? paths.sales.invoicing : paths.sales.bookings)
}
