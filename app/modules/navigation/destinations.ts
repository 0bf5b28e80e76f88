import { paths } from '~/paths'
import type { Permission, Role } from '~/platform/access/permissions'
import { type MenuEntry, menuOf } from './menu'
import { ADMIN_SUB_PLACES, opens, PLACES, SUB_PLACES } from './places'

/** In the order in which the palette shows them. */
export const GROUPS = ['Go to', 'New', 'Reports'] as const

/** A screen that a person may open directly: in the palette, and as the next visit's beginning. */
export interface Destination {
  group: (typeof GROUPS)[number]
  label: string
  to: string
  /** The menu's entry that it lies under, when that says more than its own name. */
  section?: string
}

interface Person {
  isAdmin: boolean
  role: Role | null
  permissions: readonly Permission[]
}

/** Every screen that this person may open, by permission, after the entries of their own menu. */
export function destinationsOf({ isAdmin, role, permissions }: Person): Destination[] {
  const menu = menuOf({ isAdmin, role })
  const places = isAdmin ? ofTheAdministrator() : allowedPlaces(permissions)
  // "Treasury" only leads on to Collections: one line for both, found by either name.
  const own = menu.filter(
    (entry) => isAdmin || !places.some((place) => isBelow(entry.to, place.to)),
  )
  const entries = own.map(({ label, to }) => ({ group: 'Go to' as const, label, to }))
  // Home comes first and Settings last, as in the menu.
  const last = entries.findIndex(({ to }) => to === paths.settings.page)
  return [
    ...(last < 0 ? entries : entries.slice(0, last)),
    ...places.map((place) => {
      const section = entryOf(menu, place.to)?.label
      return section && section !== place.label ? { ...place, section } : place
    }),
    ...(last < 0 ? [] : entries.slice(last)),
  ]
}

function ofTheAdministrator(): Destination[] {
  return ADMIN_SUB_PLACES.map((place) => ({ group: 'New', ...place }))
}

function allowedPlaces(permissions: readonly Permission[]): Destination[] {
  return [...PLACES, ...SUB_PLACES]
    .filter((place) => opens(place, permissions))
    .map(({ group, label, to }) => ({ group: group === 'Work' ? 'Go to' : group, label, to }))
}

/** The menu's entry that an address lies under. */
function entryOf(menu: readonly MenuEntry[], pathname: string): MenuEntry | undefined {
  return menu.find(({ to }) => isBelow(to, pathname))
}

function isBelow(parent: string, pathname: string): boolean {
  const path = pathname.toLowerCase()
  return path === parent || path.startsWith(`${parent}/`)
}

/**
 * The entry that the menu shows as the current one: every screen has one. What lies under none hangs
 * on Home, where the person came from.
 */
export function activeEntry(menu: readonly MenuEntry[], pathname: string): MenuEntry | undefined {
  const path = pathname.toLowerCase()
  const related = menu.find(({ also }) => also && path.startsWith(also))
  return entryOf(menu, pathname) ?? related ?? menu[0]
}
