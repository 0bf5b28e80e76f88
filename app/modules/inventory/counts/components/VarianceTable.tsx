import { Link, useSearchParams } from '@remix-run/react'
import type { Money as MoneyText } from '~/platform/values/money'
import { Badge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money, Quantity } from '~/ui/Figures'
import { ledgerOf } from '../../stock/components/stock-columns'
import type { VarianceLine } from '../lines.server'
import type { CountHead } from '../queries.server'
import { Variance, VarianceSum } from './Variance'

interface Props {
  count: CountHead
  lines: readonly VarianceLine[]
  currency: string
}

/** Lists the counted lines, or only those with a variance, the greatest value first. */
export function VarianceTable({ count, lines, currency }: Props) {
  const [search] = useSearchParams()
  const every = search.get('lines') === 'all'
  const shown = every ? lines : lines.filter((line) => line.variance !== 0)
  return (
    <DataTable
      caption="Variance"
      columns={columnsOf(count, currency)}
      rows={shown}
      rowKey={(line) => line.key}
      wide
      empty={
        <EmptyState line title="No variances">
          {`${count.counted} of ${count.lines} lines were counted, without variance.`}
        </EmptyState>
      }
      footer={
        shown.length === lines.length && !every ? null : (
          <Link
            to={every ? '?' : '?lines=all'}
            preventScrollReset
            className="rounded-md px-2 py-1 font-medium text-accent hover:bg-accent-soft print:hidden"
          >
            {every ? 'Items with variance only' : `All ${lines.length} counted lines`}
          </Link>
        )
      }
    />
  )
}

const atCost = (total: MoneyText, currency: string): Column<VarianceLine> => ({
  key: 'cost',
  header: `Value at cost (${currency})`,
  align: 'end',
  cell: (line) => <Money value={line.costValue} />,
  total: <Money value={total} />,
})

function columnsOf(count: CountHead, currency: string): Column<VarianceLine>[] {
  const undecided = count.status === 'submitted'
  const quantity = (
    key: string,
    header: string,
    of: (line: VarianceLine) => number,
  ): Column<VarianceLine> => ({
    key,
    header,
    align: 'end',
    cell: (line) => <Quantity pieces={of(line)} caseConfig={line.caseConfig} />,
  })
  return [
    {
      key: 'product',
      header: 'Product',
      phone: 'title',
      className: 'sm:min-w-44 print:min-w-0',
      total: 'Total',
      cell: (line) => (
        <>
          <Link
            to={`${ledgerOf(line.productId)}?from=${count.countedOn}`}
            className="text-ink hover:text-accent hover:underline"
          >
            {line.description}
          </Link>
          <span className="ml-2 text-xs font-normal whitespace-nowrap text-muted">
            {line.materialCode}
          </span>
        </>
      ),
    },
    quantity('expected', 'Expected', (line) => line.expected),
    quantity('counted', 'Counted', (line) => line.counted),
    {
      key: 'variance',
      header: 'Variance',
      align: 'end',
      cell: (line) => <Variance pieces={line.variance} caseConfig={line.caseConfig} />,
      total: <VarianceSum {...count} />,
    },
    ...(count.costValue === null ? [] : [atCost(count.costValue, currency)]),
    {
      key: 'srp',
      header: `Value at SRP (${currency})`,
      align: 'end',
      cell: (line) => <Money value={line.srpValue} />,
      total: <Money value={count.srpValue} />,
    },
    ...(undecided
      ? [
          {
            key: 'moved',
            header: 'Moved since',
            align: 'end' as const,
            cell: (line: VarianceLine) => (
              <Variance pieces={line.moved} caseConfig={line.caseConfig} />
            ),
          },
          {
            key: 'after',
            header: 'On hand if posted',
            align: 'end' as const,
            cell: (line: VarianceLine) =>
              line.after < 0 ? (
                <Badge tone="danger">Recount</Badge>
              ) : (
                <Quantity pieces={line.after} caseConfig={line.caseConfig} />
              ),
          },
        ]
      : []),
  ]
}
