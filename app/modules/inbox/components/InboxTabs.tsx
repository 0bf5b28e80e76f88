import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import { Tabs } from '~/ui/Tabs'
import { inboxAt, KIND_NAMES, KINDS, type KindName } from '../kinds'
import type { Waiting } from '../queries.server'

interface Props {
  waiting: readonly Waiting[]
  kind: KindName | null
  mine: boolean
  permissions: readonly Permission[]
}

/**
 * Shows tabs for all documents, for each kind with pending ones that the reader decides, and for the reader's own
 * documents that other users decide.
 */
export function InboxTabs({ waiting, kind, mine, permissions }: Props) {
  const count = (fits: (each: Waiting) => boolean) =>
    waiting.filter(fits).reduce((sum, { items }) => sum + items, 0)
  const countOf = (name: KindName) => count((each) => each.kind === name && !each.mine)
  const decided = KIND_NAMES.filter((name) => permissions.includes(KINDS[name].approve.permission))
  const kinds = decided.filter((name) => name === kind || countOf(name) > 0)
  const own = count((each) => each.mine)
  return (
    <Tabs
      label="Types"
      items={[
        {
          label: 'All',
          to: inboxAt(),
          count: count((each) => !each.mine),
          current: !kind && !mine,
        },
        ...(decided.length > 1 ? kinds : []).map((name) => ({
          label: KINDS[name].label,
          to: inboxAt(name),
          count: countOf(name),
          current: kind === name && !mine,
        })),
        ...(own > 0 || mine
          ? [
              {
                label: 'For another user',
                to: `${paths.inbox.list}?mine=1`,
                count: own,
                current: mine,
              },
            ]
          : []),
      ]}
    />
  )
}
