import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { readPrint } from '~/modules/prints/prints.server'
import { requirePermission } from '~/platform/access/guard.server'
import { PRINT_PERMISSIONS } from './permissions'

/** Opens a printed report again: its screen with the filters and the moment of the print. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, ...PRINT_PERMISSIONS)
  const { id, path } = await readPrint(reader, params.id ?? '')
  throw redirect(`${path.split('?')[0]}?printed=${id}`)
}
