import type { LoaderFunctionArgs } from '@remix-run/node'
import { templateOf } from '~/modules/import/template.server'
import { requirePermission } from '~/platform/access/guard.server'
import { PRODUCT_IMPORT } from './import'

/** Returns the spreadsheet template for the import of products. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requirePermission(context, 'products.write')
  return templateOf(PRODUCT_IMPORT)
}
