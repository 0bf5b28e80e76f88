import type { LoaderFunctionArgs } from '@remix-run/node'
import { templateOf } from '~/modules/import/template.server'
import { requirePermission } from '~/platform/access/guard.server'
import { CUSTOMER_IMPORT } from './definition'

/** Returns the spreadsheet template for the import of customers. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requirePermission(context, 'customers.decide')
  return templateOf(CUSTOMER_IMPORT)
}
