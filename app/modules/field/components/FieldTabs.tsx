import { Tabs } from '~/ui/Tabs'
import { type FieldTab, fieldTabAt } from '../filters'

interface Props {
  tab: FieldTab
  totals: { refused: number; deciding: number }
}

/** Shows the tabs of Field. */
export function FieldTabs({ tab, totals }: Props) {
  const item = (name: FieldTab, label: string, count?: number) => ({
    ...{ label, count },
    to: fieldTabAt(name),
    current: name === tab,
  })
  return (
    <Tabs
      label="Field"
      items={[
        item('phones', 'Phones'),
        item('waiting', 'To decide', totals.deciding),
        item('acts', 'Acts'),
        item('refused', 'Rejected', totals.refused),
      ]}
    />
  )
}
