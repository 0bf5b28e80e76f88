import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { ImportScreen } from '~/modules/import/components/ImportScreen'
import { actImport, loadImport } from '~/modules/import/import.server'
import { requirePermission } from '~/platform/access/guard.server'
import { PRODUCT_IMPORT } from './import'

export const meta: MetaFunction = () => [{ title: 'Import products · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const guarded = await requirePermission(context, 'products.write')
  return loadImport(guarded, PRODUCT_IMPORT)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const guarded = await requirePermission(context, 'products.write')
  return actImport(request, guarded, PRODUCT_IMPORT)
}

/** Imports products from a spreadsheet. */
export default function ProductImport() {
  return <ImportScreen definition={PRODUCT_IMPORT} />
}
