import { Badge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { Quantity } from '~/ui/Figures'
import { Price } from '~/ui/Price'
import type { ProductRow, ProductTotals } from '../queries.server'
import { BelowCostBadge } from './BelowCost'
import { ColorDot } from './ColorDot'

const MORE_COLUMNS = [
  { value: 'supplier', label: 'Supplier' },
  { value: 'litres', label: 'Liters/case' },
  { value: 'reorder', label: 'Reorder level' },
] as const

const COSTS = ['supplier', 'cost']

/** Columns that the list shows on request, the supplier to readers of costs. */
export function moreColumns(costs: boolean) {
  return MORE_COLUMNS.filter(({ value }) => costs || !COSTS.includes(value))
}

/**
 * Columns of the product list, with those of `MORE_COLUMNS` that are in `shown`. */
export function productColumns(
  currency: string,
  totals: ProductTotals,
  { shown, costs }: { shown: readonly string[]; costs: boolean },
): Column<ProductRow>[] {
  const optional = new Set<string>(MORE_COLUMNS.map(({ value }) => value))
  return allColumns(currency, totals).filter(
    ({ key }) => (costs || !COSTS.includes(key)) && (!optional.has(key) || shown.includes(key)),
  )
}

function allColumns(currency: string, totals: ProductTotals): Column<ProductRow>[] {
  return [
    {
      key: 'description',
      header: 'Product name',
      phone: 'title',
      className: 'sm:min-w-56',
      cell: (row) => (
        <span className="inline-flex items-baseline gap-2">
          <ColorDot color={row.color} />
          <span className="flex flex-wrap gap-x-2 gap-y-0.5">
            {row.description}
            {row.belowCost ? <BelowCostBadge /> : null}
            {row.belowReorder ? <Badge tone="warn">Reorder</Badge> : null}
            {row.status === 'active' ? null : <Badge>Inactive</Badge>}
          </span>
        </span>
      ),
    },
    { key: 'code', header: 'Material code', nowrap: true, cell: (row) => row.materialCode },
    {
      key: 'categories',
      header: 'Categories',
      className: 'sm:min-w-36',
      cell: (row) => row.categories.join(' › ') || '–',
    },
    {
      key: 'supplier',
      header: 'Supplier',
      className: 'sm:min-w-44',
      cell: (row) => row.supplier ?? '–',
    },
    {
      key: 'case',
      header: 'Pcs/case',
      align: 'end',
      cell: (row) => `${row.caseConfig.toLocaleString('en-US')} ${row.unit}`,
    },
    {
      key: 'litres',
      header: 'Liters/case',
      align: 'end',
      cell: (row) => (row.litersPerCase === '0' ? '–' : row.litersPerCase),
    },
    {
      key: 'cost',
      header: `Cost (${currency})`,
      align: 'end',
      cell: (row) => <Price value={row.defCost} packing={row} />,
    },
    {
      key: 'def_srp',
      header: 'SRP',
      align: 'end',
      cell: (row) => <Price value={row.defSrp} packing={row} />,
    },
    {
      key: 'srp',
      header: 'Current SRP',
      align: 'end',
      cell: (row) => <Price value={row.srp} packing={row} />,
    },
    {
      key: 'available',
      header: 'Available',
      align: 'end',
      cell: (row) => <Quantity pieces={row.available} caseConfig={row.caseConfig} />,
      total: <span className="figures">{totals.available.toLocaleString('en-US')} pc</span>,
    },
    {
      key: 'reorder',
      header: 'Reorder level',
      align: 'end',
      cell: (row) =>
        row.reorderLevel === null ? (
          '–'
        ) : (
          <Quantity pieces={row.reorderLevel} caseConfig={row.caseConfig} />
        ),
    },
  ]
}
