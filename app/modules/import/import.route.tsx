import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { formActions } from '~/platform/forms/form-action.server'
import { ImportScreen } from './components/ImportScreen'
import { importIntents, importOf, loadImport } from './import.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? 'Import'} · Kalakal` },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const guarded = await requirePermission(context, importOf(request).permission)
  const trade = new URL(request.url).searchParams.get('trade')
  return loadImport(guarded, importOf(request), trade)
}

export const action = formActions({
  permission: (request) => importOf(request).permission,
  document: async ({ url }) => importOf(url),
  intents: importIntents,
})

/** Imports rows of one kind from a spreadsheet. All kinds share this module; the address names the kind. */
export default ImportScreen
