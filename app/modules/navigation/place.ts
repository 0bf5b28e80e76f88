import { paths } from '~/paths'
import type { MenuEntry, MenuItem } from './menu'

/** Tells whether a page lies at an address or below it. */
export function isBelow(parent: string, pathname: string): boolean {
  const path = pathname.toLowerCase()
  return path === parent || path.startsWith(`${parent}/`)
}

/** Tells whether a screen enters a new document. Files are imported from their lists. */
export const entersDocument = ({ group, label }: { group: string; label: string }): boolean =>
  group === 'New' && !label.startsWith('Import')

/** The place of a page in the menu: its entry, and the screen below the entry. */
export interface Place {
  entry: MenuEntry | undefined
  item: MenuItem | undefined
}

/** Lists the screens below an entry, whatever group they stand in. */
export const itemsOf = (entry: MenuEntry): readonly MenuItem[] =>
  entry.groups.flatMap(({ items }) => items)

/** Pages that the top bar leads to and shows as current itself. */
const IN_TOP_BAR = [paths.inbox.list, paths.notifications.list, paths.search]

/**
 * Returns the place that the menu shows as current: the screen whose address is nearest above the
 * page. Pages outside every entry belong to Home, but for those of the top bar.
 */
export function placeOf(menu: readonly MenuEntry[], pathname: string): Place {
  const elsewhere = IN_TOP_BAR.some((address) => isBelow(address, pathname))
  let place: Place = {
    entry: menu.find(({ to }) => isBelow(to, pathname)) ?? (elsewhere ? undefined : menu[0]),
    item: undefined,
  }
  let nearest = 0
  for (const entry of menu)
    for (const item of itemsOf(entry)) {
      const root = item.root ?? item.to
      if (root.length <= nearest || !isBelow(root, pathname)) continue
      nearest = root.length
      place = { entry, item }
    }
  return place
}
