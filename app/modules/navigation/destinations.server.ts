import type { Identity, Membership } from '~/platform/request/context'
import { type Destination, destinationsOf } from './destinations'
import { type MenuEntry, menuOf } from './menu'

/** Returns the menu and all screens that a user may open in a project. */
export function destinationsFor(
  user: Identity,
  project: Membership | null,
): { menu: MenuEntry[]; destinations: Destination[] } {
  const person = {
    isAdmin: user.isAdmin,
    role: project?.role ?? null,
    permissions: project?.permissions ?? [],
  }
  return { menu: menuOf(person), destinations: destinationsOf(person) }
}
