import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { writtenDay } from '~/platform/values/dates'
import { readPanel } from './panel.server'

export { optionalClientLoader as clientLoader } from '~/platform/browser/optional-client-loader'

/** Serves current credit and stock for booking entry: `?customer=…&on=…&product=…&product=…`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.write')
  const search = new URL(request.url).searchParams
  return readPanel(
    db,
    project.projectId,
    search.get('customer'),
    search.getAll('product'),
    writtenDay(search.get('on') ?? ''),
  )
}
