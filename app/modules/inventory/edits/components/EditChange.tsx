import type { Price as PriceText } from '~/platform/values/price'
import { Badge } from '~/ui/Badge'
import { Quantity } from '~/ui/Figures'
import { Price } from '~/ui/Price'
import { changeOf } from '../../purchases/prices'
import { EDIT_ITEMS } from '../items'
import type { Edit } from '../queries.server'

type Change = Pick<Edit, 'item' | 'from' | 'to' | 'live' | 'caseConfig'>

/** Returns the name of the figure that a correction changes. */
export const itemLabel = (item: Edit['item']) =>
  EDIT_ITEMS.find(({ value }) => value === item)?.label

/** Shows a value of the figure that a correction changes: pieces or a price. */
export function figureOf({ item, caseConfig }: Change, value: PriceText | null) {
  return item === 'quantity' ? (
    <Quantity pieces={Number(value)} caseConfig={caseConfig} />
  ) : (
    <Price value={value} packing={{ caseConfig }} />
  )
}

/** Shows the figure before and after a correction. */
export function EditChange({ edit }: { edit: Change }) {
  const { item, from, to, live } = edit
  const change = item === 'quantity' ? null : changeOf(from, to)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 gap-y-1 sm:flex-nowrap">
      <span className="text-muted">{itemLabel(item)}</span>
      {figureOf(edit, from)}
      <span>→</span>
      <strong className="font-semibold">{figureOf(edit, to)}</strong>
      {change ? <span className="figures text-xs text-muted">{change}</span> : null}
      {live ? <Badge tone="warn">Also updates current SRP</Badge> : null}
    </span>
  )
}
