import { Tabs } from '~/ui/Tabs'
import { MASTERS, type MasterKind, mastersAt } from '../definitions'

/** The four masters beside each other. */
export function MasterTabs() {
  return (
    <Tabs
      label="Masters"
      items={(Object.keys(MASTERS) as MasterKind[]).map((kind) => ({
        label: MASTERS[kind].title,
        to: mastersAt(kind),
        end: true,
      }))}
    />
  )
}
