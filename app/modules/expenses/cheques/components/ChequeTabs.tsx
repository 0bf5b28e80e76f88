import type { Money } from '~/platform/values/money'
import { Tabs } from '~/ui/Tabs'
import { TABS, type TabName, tabAt } from '../tabs'

interface Props {
  tab: TabName
  totals: Record<string, { cheques: number; amount: Money }>
}

/** The questions about the company's cheques, each with how many answer it. */
export function ChequeTabs({ tab, totals }: Props) {
  return (
    <Tabs
      label="Questions"
      items={(Object.keys(TABS) as TabName[]).map((name) => ({
        label: TABS[name].label,
        to: tabAt(name),
        current: name === tab,
        count: totals[name]!.cheques,
      }))}
    />
  )
}
