import type { Money as Amount } from '~/platform/values/money'
import { Badge } from '~/ui/Badge'
import { Money, Quantity } from '~/ui/Figures'
import { changeOf } from '../../purchases/prices'
import { EDIT_ITEMS } from '../items'
import type { Edit } from '../queries.server'

type Change = Pick<Edit, 'item' | 'from' | 'to' | 'live' | 'caseConfig'>

/** Shows the figure before and after a correction. */
export function EditChange({ edit }: { edit: Change }) {
  const { item, from, to, live, caseConfig } = edit
  const isQuantity = item === 'quantity'
  const figure = (value: string | null) =>
    isQuantity ? (
      <Quantity pieces={Number(value)} caseConfig={caseConfig} />
    ) : (
      <Money value={value as Amount | null} />
    )
  const change = isQuantity ? null : changeOf(from as Amount | null, to as Amount)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 gap-y-1">
      <span className="text-muted">{EDIT_ITEMS.find(({ value }) => value === item)?.label}</span>
      {figure(from)}
      <span>→</span>
      <strong className="font-semibold">{figure(to)}</strong>
      {change ? <span className="figures text-xs text-muted">{change}</span> : null}
      {live ? <Badge tone="warn">Live SRP too</Badge> : null}
    </span>
  )
}
