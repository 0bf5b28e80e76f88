import { Badge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { Quantity } from '~/ui/Figures'
import { Price } from '~/ui/Price'
import type { ProductRow, ProductTotals } from '../queries.server'
import { BelowCostBadge } from './BelowCost'
import { ColorDot } from './ColorDot'

/** The columns for readers of costs. */
const COSTS = ['supplier', 'cost']

/** Columns of the product list. */
export function productColumns(
  currency: string,
  totals: ProductTotals,
  costs: boolean,
): Column<ProductRow>[] {
  return allColumns(currency, totals).filter(({ key }) => costs || !COSTS.includes(key))
}

function allColumns(currency: string, totals: ProductTotals): Column<ProductRow>[] {
  return [
    {
      key: 'name',
      header: 'Product name',
      phone: 'title',
      grow: true,
      cell: (row) => (
        <span className="[&>*+*]:ml-2">
          <ColorDot color={row.color} />
          <span>{row.description}</span>
          {row.belowCost ? <BelowCostBadge /> : null}
          {row.belowReorder ? <Badge tone="warn">Reorder</Badge> : null}
          {row.status === 'active' ? null : <Badge>Inactive</Badge>}
        </span>
      ),
    },
    { key: 'code', header: 'Material code', cell: (row) => row.materialCode },
    {
      key: 'categories',
      header: 'Categories',
      cell: (row) => row.categories.join(' › ') || '–',
    },
    {
      key: 'supplier',
      optional: true,
      header: 'Supplier',
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
      optional: true,
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
      optional: true,
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
