import type { Price as PriceText } from '~/platform/values/price'
import { Badge } from '~/ui/Badge'
import { Quantity } from '~/ui/Figures'
import { Price } from '~/ui/Price'
import { changeOf } from '../../purchases/prices'
import { EDIT_ITEMS } from '../items'
import type { Edit } from '../queries.server'

type Change = Pick<Edit, 'item' | 'from' | 'to' | 'live' | 'caseConfig'>

/** Shows the figure before and after a correction. */
export function EditChange({ edit }: { edit: Change }) {
  const { item, from, to, live, caseConfig } = edit
  const isQuantity = item === 'quantity'
  const figure = (value: PriceText | null) =>
    isQuantity ? (
      <Quantity pieces={Number(value)} caseConfig={caseConfig} />
    ) : (
      <Price value={value} packing={{ caseConfig }} />
    )
  const change = isQuantity ? null : changeOf(from, to)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 gap-y-1">
      <span className="text-muted">{EDIT_ITEMS.find(({ value }) => value === item)?.label}</span>
      {figure(from)}
      <span>→</span>
      <strong className="font-semibold">{figure(to)}</strong>
      {change ? <span className="figures text-xs text-muted">{change}</span> : null}
      {live ? <Badge tone="warn">Also updates current SRP</Badge> : null}
    </span>
  )
}
