import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { ImportScreen } from '~/modules/import/components/ImportScreen'
import { actImport, loadImport } from '~/modules/import/import.server'
import { requirePermission } from '~/platform/access/guard.server'
import { CUSTOMER_IMPORT } from './definition'

export const meta: MetaFunction = () => [{ title: 'Import customers · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const guarded = await requirePermission(context, 'customers.decide')
  return loadImport(guarded, CUSTOMER_IMPORT)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const guarded = await requirePermission(context, 'customers.decide')
  return actImport(request, guarded, CUSTOMER_IMPORT)
}

/** Imports customers and their open invoices from a spreadsheet. */
export default function CustomerImport() {
  return <ImportScreen definition={CUSTOMER_IMPORT} />
}
