import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { ImportScreen } from '~/modules/import/components/ImportScreen'
import { importIntents, loadImport } from '~/modules/import/import.server'
import { requirePermission } from '~/platform/access/guard.server'
import { formActions } from '~/platform/forms/form-action.server'
import { CUSTOMER_IMPORT } from './definition'

export const meta: MetaFunction = () => [{ title: 'Import customers · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const guarded = await requirePermission(context, 'customers.decide')
  return loadImport(guarded, CUSTOMER_IMPORT)
}

export const action = formActions({
  permission: 'customers.decide',
  intents: (intent) => importIntents(intent, CUSTOMER_IMPORT),
})

/** Imports customers and their open invoices from a spreadsheet. */
export default function CustomerImport() {
  return <ImportScreen definition={CUSTOMER_IMPORT} />
}
