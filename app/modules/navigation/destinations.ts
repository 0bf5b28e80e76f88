import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import { type MenuEntry, type MenuReader, menuOf } from './menu'
import { NAV_ITEMS, opens } from './nav-items'
import { isBelow, placeOf } from './place'
import { ADMIN_SUB_NAV_ITEMS, SUB_NAV_ITEMS } from './sub-nav-items'

/**
 * A screen that a user may open directly, from the palette or as the first page of the next visit.
 */
export interface Destination {
  group: 'Screens' | 'New' | 'Reports'
  label: string
  to: string
  /** The menu entry above the screen, when it differs from the screen's own name. */
  section?: string
  /** Further words by which the screen is found. */
  words?: string
}

/** Lists all screens that the user may open, after the entries of the user's menu. */
export function destinationsOf(person: MenuReader): Destination[] {
  const { isAdmin, permissions } = person
  const menu = menuOf(person)
  const items = isAdmin ? ofTheAdministrator() : allowedPlaces(permissions)
  // "Treasury" only redirects to Collections, so one line stands for both and either name finds it.
  const own = menu.filter((entry) => isAdmin || !items.some((item) => isBelow(entry.to, item.to)))
  const entries = own.map(({ label, to }) => ({ group: 'Screens' as const, label, to }))
  // The order is that of the menu: Home first, Settings last.
  const last = entries.findIndex(({ to }) => to === paths.settings.page)
  return [
    ...(last < 0 ? entries : entries.slice(0, last)),
    ...items.map((item) => {
      const section = sectionOf(menu, item.to)
      return section && section !== item.label ? { ...item, section } : item
    }),
    ...(last < 0 ? [] : entries.slice(last)),
  ]
}

function ofTheAdministrator(): Destination[] {
  return ADMIN_SUB_NAV_ITEMS.map((item) => ({ group: 'New', ...item }))
}

function allowedPlaces(permissions: readonly Permission[]): Destination[] {
  return [...NAV_ITEMS, ...SUB_NAV_ITEMS]
    .filter((item) => opens(item, permissions))
    .map(({ group, label, to, words }) => ({
      group: group === 'Work' ? 'Screens' : group,
      label,
      to,
      ...(words ? { words } : {}),
    }))
}

/** Returns the name above a screen in the menu; nothing for a screen outside every entry. */
function sectionOf(menu: readonly MenuEntry[], to: string): string | undefined {
  const { entry, item } = placeOf(menu, to)
  if (item === undefined) return menu.find((each) => isBelow(each.to, to))?.label
  const group = entry?.groups.find(({ items }) => items.includes(item))
  return group?.label ?? entry?.label
}
