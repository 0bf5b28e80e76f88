import { paths } from '~/paths'
import type { Page } from '~/platform/db/keyset'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { Pager } from '~/ui/Pager'
import { Price } from '~/ui/Price'
import type { PricedProduct } from '../queries.server'

interface Props {
  page: Page<PricedProduct>
  today: string
  currency: string
  filtered: boolean
}

/** Lists the products of a price list with the price that counts today, and those that follow. */
export function PricedProducts({ page, today, currency, filtered }: Props) {
  const now = (product: PricedProduct) => product.prices.find(({ validFrom }) => validFrom <= today)
  const columns: Column<PricedProduct>[] = [
    {
      key: 'product',
      header: 'Product',
      phone: 'title',
      cell: ({ description }) => description,
    },
    { key: 'code', header: 'Code', cell: ({ materialCode }) => materialCode },
    {
      key: 'price',
      header: `Price (${currency})`,
      align: 'end',
      cell: (product) => {
        const price = now(product)?.price
        return price ? <Price value={price} packing={product} /> : '–'
      },
    },
    {
      key: 'floor',
      header: 'Floor',
      align: 'end',
      cell: (product) => {
        const floor = now(product)?.floor
        return floor ? <Money value={floor} /> : '–'
      },
    },
    {
      key: 'from',
      header: 'Effective from',
      cell: (product) => {
        const from = now(product)?.validFrom
        return from ? <DateText value={from} /> : '–'
      },
    },
    {
      key: 'next',
      header: 'Later',
      cell: (product) => (
        <ul>
          {product.prices
            .filter(({ validFrom }) => validFrom > today)
            .reverse()
            .map(({ validFrom, price }) => (
              <li key={validFrom} className="whitespace-nowrap">
                <DateText value={validFrom} />{' '}
                {price ? <Price value={price} packing={product} /> : 'ends'}
              </li>
            ))}
        </ul>
      ),
    },
  ]
  return (
    <DataTable
      caption="Products"
      columns={columns}
      rows={page.rows}
      rowKey={({ id }) => id}
      rowLink={({ id }) => paths.inventory.product(id)}
      empty={
        filtered ? (
          <EmptyState line title="No results">
            Try another code or name.
          </EmptyState>
        ) : (
          <EmptyState line title="No product has a price in this list">
            Products without a price use the next list that has one, or the current SRP.
          </EmptyState>
        )
      }
      footer={<Pager newer={page.newer} older={page.older} labels={['Back', 'More']} />}
    />
  )
}
