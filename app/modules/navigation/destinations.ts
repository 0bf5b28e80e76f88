import { paths } from '~/paths'
import type { Permission, Role } from '~/platform/access/permissions'
import { type MenuEntry, menuOf } from './menu'
import { NAV_ITEMS, opens } from './nav-items'
import { ADMIN_SUB_NAV_ITEMS, SUB_NAV_ITEMS } from './sub-nav-items'

/** Groups in the order in which the palette shows them. */
export const GROUPS = ['Screens', 'New', 'Reports'] as const

/**
 * A screen that a user may open directly, from the palette or as the first page of the next visit.
 */
export interface Destination {
  group: (typeof GROUPS)[number]
  label: string
  to: string
  /** The menu entry above the screen, when it differs from the screen's own name. */
  section?: string
}

interface Person {
  isAdmin: boolean
  role: Role | null
  permissions: readonly Permission[]
}

/** Lists all screens that the user may open, after the entries of the user's menu. */
export function destinationsOf({ isAdmin, role, permissions }: Person): Destination[] {
  const menu = menuOf({ isAdmin, role })
  const items = isAdmin ? ofTheAdministrator() : allowedPlaces(permissions)
  // "Treasury" only redirects to Collections, so one line stands for both and either name finds it.
  const own = menu.filter((entry) => isAdmin || !items.some((item) => isBelow(entry.to, item.to)))
  const entries = own.map(({ label, to }) => ({ group: 'Screens' as const, label, to }))
  // The order is that of the menu: Home first, Settings last.
  const last = entries.findIndex(({ to }) => to === paths.settings.page)
  return [
    ...(last < 0 ? entries : entries.slice(0, last)),
    ...items.map((item) => {
      const section = entryOf(menu, item.to)?.label
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
    .map(({ group, label, to }) => ({ group: group === 'Work' ? 'Screens' : group, label, to }))
}

/** Returns the menu entry that an address belongs to. */
function entryOf(menu: readonly MenuEntry[], pathname: string): MenuEntry | undefined {
  return menu.find(({ to }) => isBelow(to, pathname))
}

function isBelow(parent: string, pathname: string): boolean {
  const path = pathname.toLowerCase()
  return path === parent || path.startsWith(`${parent}/`)
}

/** Returns the menu entry that is shown as current. Screens outside every entry belong to Home. */
export function activeEntry(menu: readonly MenuEntry[], pathname: string): MenuEntry | undefined {
  const path = pathname.toLowerCase()
  const related = menu.find(({ also }) => also && path.startsWith(also))
  return entryOf(menu, pathname) ?? related ?? menu[0]
}
