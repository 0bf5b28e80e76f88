import type { Identity, Membership } from '~/platform/request/context'
import { type Destination, destinationsOf } from './destinations'
import { type MenuEntry, menuOf } from './menu'

interface Places {
  menu: MenuEntry[]
  destinations: Destination[]
}

/** Holds the places of each set of permissions: there are about as many as roles, and each page needs them. */
const known = new Map<string, Places>()

/** Returns the menu and all screens that a user may open in a project. */
export function destinationsFor(user: Identity, project: Membership | null): Places {
  const person = {
    isAdmin: user.isAdmin,
    role: project?.role ?? null,
    permissions: project?.permissions ?? [],
  }
  const key = JSON.stringify(person)
  const found = known.get(key) ?? { menu: menuOf(person), destinations: destinationsOf(person) }
  known.set(key, found)
  return found
}
