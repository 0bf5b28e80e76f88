import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { ImportScreen } from '~/modules/import/components/ImportScreen'
import { importIntents, loadImport } from '~/modules/import/import.server'
import { requirePermission } from '~/platform/access/guard.server'
import { formActions } from '~/platform/forms/form-action.server'
import { OPENING_STOCK } from './opening-stock'

export const meta: MetaFunction = () => [{ title: 'Import opening stock · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const guarded = await requirePermission(context, 'purchases.write')
  return loadImport(guarded, OPENING_STOCK)
}

export const action = formActions({
  permission: 'purchases.write',
  intents: (intent) => importIntents(intent, OPENING_STOCK),
})

/** Imports the opening stock from a spreadsheet. */
export default function OpeningStockImport() {
  return <ImportScreen definition={OPENING_STOCK} />
}
