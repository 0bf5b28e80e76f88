import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { ImportScreen } from '~/features/import/components/ImportScreen'
import { actImport, loadImport } from '~/features/import/import.server'
import { requirePermission } from '~/platform/guard.server'
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

/** Products from a spreadsheet. */
export default function ProductImport() {
  return <ImportScreen definition={PRODUCT_IMPORT} />
}
