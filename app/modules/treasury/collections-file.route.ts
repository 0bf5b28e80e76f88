import type { LoaderFunctionArgs } from '@remix-run/node'
import { namesOf } from '~/modules/people/queries.server'
import { collectionType } from '~/modules/receivables/collection-types'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { type FileColumn, listReply } from '~/platform/files/list-file.server'
import { formatDate } from '~/platform/values/dates'
import { stageLabel } from '~/ui/Badge'
import { RECEIPT_ORDERS, readCollectionFilters } from './filters'
import { type ListedPart, listReceipts, type ReceiptRow } from './queries.server'

/** Answers with the list of collections as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'collections.read')
  const { db, project } = reader
  const filters = readCollectionFilters(request.url)
  const { sort, paging } = readOrder(request.url, RECEIPT_ORDERS)
  const names = await namesOf(db, project.projectId)
  return listReply(
    { request, context, reader },
    {
      title: 'Collections',
      names,
      columns: columnsOf(project.settings.drr_label, names),
      paging,
      page: (keyset) => listReceipts(db, project.projectId, keyset, { ...filters, sort }),
    },
  )
}

function columnsOf(drrLabel: string, names: ReadonlyMap<string, string>): FileColumn<ReceiptRow>[] {
  return [
    { header: 'CR no.', key: 'cr', cell: (row) => row.crNo },
    { header: 'Collected', key: 'date', cell: (row) => ({ day: row.dateCollected }) },
    { header: 'Customer', key: 'customer', cell: (row) => row.customerName },
    { header: 'Agent', optional: 'agent', cell: (row) => names.get(row.agentId) ?? null },
    {
      header: 'Type',
      key: 'type',
      cell: ({ parts }) => ofParts(parts, ({ type }) => collectionType(type)),
    },
    {
      header: 'Cheque bank',
      optional: 'bank',
      cell: ({ parts }) => ofParts(parts, ({ cheque }) => cheque?.bank),
    },
    {
      header: 'Cheque no.',
      key: 'cheque',
      cell: ({ parts }) => ofParts(parts, ({ cheque }) => cheque?.no),
    },
    {
      header: 'Cheque date',
      optional: 'cheque_date',
      cell: ({ parts: [only, ...more] }) =>
        more.length > 0
          ? ofParts([only!, ...more], ({ cheque }) => cheque && formatDate(cheque.date))
          : { day: only?.cheque?.date ?? null },
    },
    {
      header: 'Reference no.',
      optional: 'reference',
      cell: ({ parts }) => ofParts(parts, ({ reference }) => reference),
    },
    {
      header: 'Applied to',
      key: 'for',
      cell: (row) => row.allocated.map(({ soNo }) => soNo).join(', '),
    },
    { header: `${drrLabel} no.`, key: 'drr', cell: (row) => row.drrNo },
    {
      header: 'Status',
      key: 'status',
      cell: (row) =>
        row.parts.every(({ paidBack }) => paidBack) ? 'Paid back' : stageLabel(row.status),
    },
    { header: 'Amount', key: 'amount', cell: (row) => ({ money: row.amount }) },
    { header: 'Unapplied', optional: 'unapplied', cell: (row) => ({ money: row.unapplied }) },
  ]
}

/** Writes what the parts of a receipt have, each text once. */
function ofParts(
  parts: readonly ListedPart[],
  textOf: (part: ListedPart) => string | null | undefined,
): string | null {
  return [...new Set(parts.map(textOf).filter(Boolean))].join(', ') || null
}
