import type { LoaderFunctionArgs } from '@remix-run/node'
import { templateOf } from '~/modules/import/template.server'
import { requirePermission } from '~/platform/access/guard.server'
import { OPENING_STOCK } from './opening-stock'

/** Returns the spreadsheet template for the import of opening stock. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requirePermission(context, 'purchases.write')
  return templateOf(OPENING_STOCK)
}
