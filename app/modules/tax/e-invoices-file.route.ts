import { Readable } from 'node:stream'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { disposition } from '~/platform/files/disposition'
import { writeBundle } from '~/platform/papers/bundle'
import { problem } from '~/platform/request/errors'
import { today } from '~/platform/values/dates'
import { E_INVOICE_PAGING, listEInvoices, MOST_IN_FILE, readFiles } from './e-invoices.server'
import { readFilePeriod } from './quarters'

/** Answers with the structured files of a period as one archive, which is sent while it is written. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'tax.read')
  const { projectId, title, projectName, timeZone } = project
  const period = readFilePeriod(new URL(request.url).searchParams, today(timeZone))
  const first = readKeyset(request.url, { ...E_INVOICE_PAGING, size: 1 })
  const { count } = await listEInvoices(db, projectId, first, period)
  if (count > MOST_IN_FILE)
    throw problem(
      413,
      `One file holds ${MOST_IN_FILE.toLocaleString('en-US')} papers. Choose a shorter period.`,
    )
  const head = { seller: title || projectName, ...period }
  const pieces = writeBundle(head, readFiles(db, projectId, period))
  return new Response(Readable.toWeb(Readable.from(pieces)) as ReadableStream, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': disposition(
        'attachment',
        `E-invoices ${period.from} ${period.to}.zip`,
      ),
      'Cache-Control': 'private, no-store',
    },
  })
}
