import { paths } from '~/paths'
import { Tabs } from '~/ui/Tabs'
import { MASTERS, type MasterKind } from '../definitions'

/** The four masters beside each other. */
export function MasterTabs() {
  return (
    <Tabs
      label="Masters"
      items={(Object.keys(MASTERS) as MasterKind[]).map((kind) => ({
        label: MASTERS[kind].title,
        to: paths.masters.list(kind),
        end: true,
      }))}
    />
  )
}
