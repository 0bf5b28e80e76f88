import type { Identity, Membership } from '~/platform/request/context'
import { type Destination, destinationsOf } from './destinations'
import { onlyKnown } from './known-paths.server'
import { type MenuEntry, menuOf } from './menu'

/**
 * Returns the menu and all screens that a user may open in a project, limited to existing routes.
 */
export async function waysOf(
  user: Identity,
  project: Membership | null,
): Promise<{ menu: MenuEntry[]; destinations: Destination[] }> {
  const who = { isAdmin: user.isAdmin, role: project?.role ?? null }
  const permissions = project?.permissions ?? []
  const [menu, destinations] = await Promise.all([
    onlyKnown(menuOf(who)),
    onlyKnown(destinationsOf({ ...who, permissions })),
  ])
  return { menu, destinations }
}
