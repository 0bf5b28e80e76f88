import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { PLACES } from '../../app/features/shell/places.ts'
import {
  ROLE_PERMISSIONS,
  ROLES,
  ROLES_REFUSED_ON_WEB,
  type Role,
} from '../../app/platform/permissions.ts'
import { loginOf } from '../../scripts/demo/people.ts'
import { routeTable, type TableRoute } from './routes.ts'
import type { RunningServer } from './server.ts'
import { Visitor } from './visitor.ts'

/** Everyone who signs in on the web: the administrator and a person of each role. */
export const WEB_PEOPLE: readonly (Role | 'admin')[] = [
  'admin',
  ...ROLES.filter((role) => !ROLES_REFUSED_ON_WEB.includes(role)),
]

/** Brings the session of a demo person into the page's browser without the form. */
export async function enterAs(
  page: Page,
  server: RunningServer,
  who: Role | 'admin',
): Promise<void> {
  const email = `${who === 'admin' ? who : loginOf(who)}@demo.test`
  const { cookies } = await Visitor.signedIn(server.origin, email)
  const list = [...cookies].map(([name, value]) => ({ name, value, url: server.origin }))
  await page.context().clearCookies()
  await page.context().addCookies(list)
}

/** The routes with a page that this person may open, by their guards. */
export async function screensOf(who: Role | 'admin'): Promise<TableRoute[]> {
  const table = await routeTable()
  return table.filter((route) => isScreen(route) && mayOpen(route, who))
}

/** Every route with a page behind the sign-in. */
export async function allScreens(): Promise<TableRoute[]> {
  return (await routeTable()).filter(isScreen)
}

function isScreen({ address, file, loader }: TableRoute): boolean {
  // One is about a line that its address names: corrections.test.ts opens it.
  if (address === '/inventory/product-edits/add') return false
  const page = address !== null && address !== '/*' && loader && loader.kind !== 'publicRoute'
  return Boolean(page) && /^export default function/m.test(readFileSync(file, 'utf8'))
}

function mayOpen({ address, loader }: TableRoute, who: Role | 'admin'): boolean {
  if (loader?.kind === 'requireAdmin') return who === 'admin'
  // The administrator's home is another one, and there are no settings (specification, section 6).
  if (who === 'admin') return false
  if (loader?.kind === 'requireUser') return true
  // A report's guard names its definition's permission.
  const named = loader?.permissions ?? []
  const asked =
    named.length > 0 ? named : [PLACES.find(({ to }) => to === address)?.permission ?? '']
  return Object.values(ROLE_PERMISSIONS[who])
    .flat()
    .some((permission) => asked.includes(permission))
}

const ID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'

/**
 * Opens each of these screens, the documents by the first link to one that a screen before had, and
 * looks at it. @returns the addresses of the table that were opened.
 */
export async function walk(
  page: Page,
  screens: readonly TableRoute[],
  look: (route: TableRoute, path: string) => Promise<void>,
): Promise<string[]> {
  const found = new Map<string, string>()
  const opened = new Set<string>()
  const waiting = screens.map((route) => ({ route, address: route.address! }))
  const patterns = waiting.map(({ address }) => ({
    address,
    pattern: new RegExp(`^${address.replace(/:\w+/g, ID)}$`),
  }))
  for (const { address } of waiting) if (!address.includes(':')) found.set(address, address)
  for (;;) {
    const next = waiting.find(({ address }) => found.has(address) && !opened.has(address))
    if (!next) return [...opened]
    const path = found.get(next.address)!
    opened.add(next.address)
    await page.goto(path)
    const links = await page
      .locator('main a[href^="/"]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname))
    await look(next.route, path)
    for (const { address, pattern } of patterns)
      if (!found.has(address)) {
        const link = links.find((each) => pattern.test(each))
        if (link) found.set(address, link)
      }
  }
}
