import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { importOf } from './import.server'
import { templateOf } from './template.server'

/** Returns the spreadsheet template of an import. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePermission(context, importOf(request).permission)
  return templateOf(importOf(request))
}
