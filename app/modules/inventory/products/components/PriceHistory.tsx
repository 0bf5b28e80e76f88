import { Link } from '@remix-run/react'
import type { Page } from '~/platform/db/keyset'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { Price } from '~/ui/Price'
import type { PriceChange } from '../history.server'

function columnsOf(timeZone: string, caseConfig: number): Column<PriceChange>[] {
  return [
    {
      key: 'createdAt',
      header: 'When',
      phone: 'title',
      cell: (row) => <DateText value={row.createdAt} timeZone={timeZone} />,
    },
    { key: 'price', header: 'Price', cell: (row) => row.price },
    {
      key: 'oldPrice',
      header: 'Old price',
      align: 'end',
      cell: (row) => <Price value={row.oldPrice} packing={{ caseConfig }} />,
    },
    {
      key: 'newPrice',
      header: 'New price',
      align: 'end',
      cell: (row) => <Price value={row.newPrice} packing={{ caseConfig }} />,
    },
    {
      key: 'source',
      header: 'By document',
      cell: ({ source }) =>
        source.to ? (
          <Link to={source.to} className="font-medium text-accent hover:underline">
            {source.label}
          </Link>
        ) : (
          source.label
        ),
    },
    { key: 'createdBy', header: 'By', cell: (row) => row.createdBy },
  ]
}

interface Props {
  page: Page<PriceChange>
  timeZone: string
  caseConfig: number
}

/** Lists the price changes of a product: old price, new price, and the document that changed it. */
export function PriceHistory({ page, timeZone, caseConfig }: Props) {
  return (
    <Panel title="Price history" flush>
      <DataTable
        caption="Price history"
        columns={columnsOf(timeZone, caseConfig)}
        rows={page.rows}
        rowKey={(row) => row.id}
        empty={
          <EmptyState line title="No price has changed yet">
            The current SRP is changed by purchases and approved corrections, default prices by
            editing the product, other prices in their lists.
          </EmptyState>
        }
        footer={<Pager newer={page.newer} older={page.older} />}
      />
    </Panel>
  )
}
