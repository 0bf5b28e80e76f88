import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { sheetReply } from '~/platform/files/workbook.server'
import { ACCOUNT_TYPES } from './labels'
import { listAccounts } from './queries.server'

/** Exports the chart of accounts to Excel or CSV. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'journal.read')
  const accounts = await listAccounts(db, project.projectId)
  const head = [[{ bold: project.title || project.projectName }], ['Chart of accounts'], []]
  return sheetReply(
    context,
    {
      name: 'Chart of accounts',
      widths: [12, 36, 14, 16],
      header: head.length,
      rows: [
        ...head,
        ['Code', 'Account', 'Type', 'Subledger'],
        ...accounts.map(({ code, name, type, part }) => [
          code,
          name,
          ACCOUNT_TYPES[type] ?? type,
          part,
        ]),
      ],
    },
    { name: 'Chart of accounts', url: request.url },
  )
}
