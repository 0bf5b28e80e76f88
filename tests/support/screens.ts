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

/** How many further documents are opened for the sake of what they alone lead to. */
const DETOURS = 20

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
  /** Further documents by their address, for screens that not every document of a kind leads to. */
  const spare = new Map<string, string[]>()
  const wanted = screens.map(({ address }) => ({
    address: address!,
    pattern: new RegExp(`^${address!.replace(/:\w+/g, ID)}$`),
  }))
  const collect = async () => {
    const links = await page
      .locator('main a[href^="/"]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname))
    for (const link of links) {
      const to = wanted.find(({ pattern }) => pattern.test(link))?.address
      if (to && !found.has(to)) found.set(to, link)
      else if (to) spare.set(to, [...new Set([...(spare.get(to) ?? []), link])])
    }
  }
  for (const { address } of wanted) if (!address.includes(':')) found.set(address, address)
  const unseen = () => wanted.filter(({ address }) => !opened.has(address))
  for (let detours = 0; ; detours++) {
    const next = screens.find(({ address }) => found.has(address!) && !opened.has(address!))
    if (next) {
      opened.add(next.address!)
      await page.goto(found.get(next.address!)!)
      await look(next, found.get(next.address!)!)
      await collect()
      continue
    }
    const above = [...spare.keys()].find((address) =>
      unseen().some((missing) => missing.address.startsWith(`${address}/`)),
    )
    const other = above && spare.get(above)?.shift()
    if (!other || detours > screens.length + DETOURS) return [...opened]
    if (spare.get(above)?.length === 0) spare.delete(above)
    await page.goto(other)
    await collect()
  }
}
