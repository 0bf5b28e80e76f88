import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { ImportScreen } from '~/modules/import/components/ImportScreen'
import { importIntents, loadImport } from '~/modules/import/import.server'
import { requirePermission } from '~/platform/access/guard.server'
import { formActions } from '~/platform/forms/form-action.server'
import { PRODUCT_IMPORT } from './import'

export const meta: MetaFunction = () => [{ title: 'Import products · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const guarded = await requirePermission(context, 'products.write')
  return loadImport(guarded, PRODUCT_IMPORT)
}

export const action = formActions({
  permission: 'products.write',
  intents: (intent) => importIntents(intent, PRODUCT_IMPORT),
})

/** Imports products from a spreadsheet. */
export default function ProductImport() {
  return <ImportScreen definition={PRODUCT_IMPORT} />
}
