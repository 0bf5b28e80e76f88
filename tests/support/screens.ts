import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { NAV_ITEMS } from '../../app/modules/navigation/nav-items.ts'
import { SUB_NAV_ITEMS } from '../../app/modules/navigation/sub-nav-items.ts'
import {
  ROLE_PERMISSIONS,
  ROLES,
  ROLES_REFUSED_ON_WEB,
  type Role,
} from '../../app/platform/access/permissions.ts'
import { isStaffed, loginOf } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { enterText } from './browser.ts'
import { routeTable, type TableRoute } from './routes.ts'
import type { WebServer } from './server.ts'

/** Lists all people who sign in on the web: the administrator and a person of each role. */
export const WEB_PEOPLE: readonly (Role | 'admin')[] = [
  'admin',
  ...ROLES.filter((role) => isStaffed(role) && !ROLES_REFUSED_ON_WEB.includes(role)),
]

export const emailOf = (who: Role | 'admin') => `${who === 'admin' ? who : loginOf(who)}@demo.test`

/** Brings a session of this person into the page's browser without the form: a new one where it will be ended. */
export const enterAs = (page: Page, server: WebServer, who: Role | 'admin', fresh = false) =>
  enterText(page, server, emailOf(who), fresh)

/** The routes with a page that this person may open, by their guards. */
export async function screensOf(who: Role | 'admin'): Promise<TableRoute[]> {
  const table = await routeTable()
  return table.filter((route) => isScreen(route) && mayOpen(route, who))
}

/** Returns all routes with a page behind the sign-in. */
export async function allScreens(): Promise<TableRoute[]> {
  return (await routeTable()).filter(isScreen)
}

function isScreen({ address, file, loader }: TableRoute): boolean {
  // This screen needs a line in its address: corrections.test.ts opens it.
  if (address === '/inventory/product-edits/add') return false
  // This screen needs a booking that can be credited: memos.test.ts opens it.
  if (address === '/memos/add/:id') return false
  // This screen needs an act of a phone: http/field-control.test.ts opens it.
  if (address === '/control/field/acts/:id') return false
  // This screen needs a scheduled mail: http/report-mails.test.ts opens it.
  if (address === '/report_mails/:id/edit') return false
  // This screen needs a paper in its address: sharing.test.ts opens it.
  if (address === '/share/:paper/:id') return false
  // A refused form of a document's page comes back on this screen: files-and-comments.test.ts opens it.
  if (address === '/documents/:kind/:id') return false
  // All reports share one print module.
  if (address && /^\/reports_.*\/print$/.test(address) && address !== '/reports_ar/print')
    return false
  const page = address !== null && address !== '/*' && loader && loader.kind !== 'publicRoute'
  return Boolean(page) && /^export default function/m.test(readFileSync(file, 'utf8'))
}

function mayOpen({ address, loader }: TableRoute, who: Role | 'admin'): boolean {
  if (loader?.kind === 'requireAdmin') return who === 'admin'
  // The administrator has another home and no settings.
  if (who === 'admin') return false
  if (loader?.kind === 'requireUser') return true
  // A report's guard names its definition's permission; that of its mails, the permissions of all reports.
  const named = loader?.permissions ?? []
  const wanted =
    named.length > 0
      ? named
      : [
          [...NAV_ITEMS, ...SUB_NAV_ITEMS].find(
            ({ to }) => to === address?.replace(/\/(print|:report)$/, ''),
          )?.permission ?? '',
        ].flat()
  return Object.values(ROLE_PERMISSIONS[who])
    .flat()
    .some((permission) => wanted.includes(permission))
}

const ID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'

/**
 * Returns the pattern that matches the paths of an address. Accounts, saved views, mails of reports and papers on forms are addressed by
 * a key, and a file is none.
 */
export const patternOf = (address: string) =>
  new RegExp(
    `^${address.replace(/:account|:list|:report|:paper/g, '(?!excel$)[a-z_]+').replace(/:\w+/g, ID)}$`,
  )

/**
 * Together these people may open everything; General Manager and ASE have screens that their menu
 * does not name.
 */
export const FINDERS = [
  'special access 1',
  'expenses and disbursements',
  'General Manager',
  'ASE',
  'admin',
] as const

/** A screen as the server sends it, and one who may open it. */
export interface Screen {
  address: string
  path: string
  who: Role | 'admin'
  html: string
}

/** A screen that is not answered as it should be. */
export class ScreenError extends Error {
  constructor(
    readonly path: string,
    readonly who: Role | 'admin',
    status: number,
  ) {
    super(`${path} is ${status} for ${who}.`)
  }
}

/** Returns every screen once, requested by the first person who finds a link to it. */
export async function everyScreen(server: WebServer): Promise<Screen[]> {
  const found = new Map<string, Screen>()
  for (const who of FINDERS) await findScreens(server, who, found)
  return [...found.values()]
}

/** A list sends its form of views to this page, which shows a refusal: no link leads there. */
const UNLINKED: Readonly<Record<string, readonly string[]>> = {
  '/views/:list': ['/views/bookings'],
}

/** This many further documents are opened to find links that only they have. */
const DETOURS = 20
/** A document is linked from its own part of the product. */
const partOf = (address: string) => address.split('/')[1]

/**
 * Opens each screen of this person that nobody has found so far. Documents are found by links on other
 * screens, which are opened for it where that is needed.
 */
async function findScreens(
  server: WebServer,
  who: Role | 'admin',
  found: Map<string, Screen>,
): Promise<void> {
  const client = await HttpClient.signedIn(server.origin, emailOf(who))
  const screens = (await screensOf(who)).map(({ address }) => ({
    address: address!,
    pattern: patternOf(address!),
    /** The paths found so far. */
    paths: new Set(UNLINKED[address!] ?? (address!.includes(':') ? [] : [address!])),
    opened: 0,
  }))
  type Candidate = (typeof screens)[number]
  const open = async (screen: Candidate) => {
    const path = [...screen.paths][screen.opened++]!
    const response = await client.get(path)
    const html = await response.text()
    if (response.status !== 200) throw new ScreenError(path, who, response.status)
    if (!found.has(screen.address)) found.set(screen.address, { ...screen, path, who, html })
    const main = html.slice(html.indexOf('<main'))
    for (const [, link = ''] of main.matchAll(/<a\b[^>]*\shref="(\/[^"?#]*)/g))
      screens.find(({ pattern }) => pattern.test(link))?.paths.add(link)
  }
  for (let detours = 0; detours < DETOURS; ) {
    const missing = screens.filter(({ address }) => !found.has(address))
    const ready = screens.filter(({ paths, opened }) => opened < paths.size)
    const leads = ({ address }: Candidate) =>
      missing.some((one) => partOf(one.address) === partOf(address))
    const above = ({ address }: Candidate) =>
      missing.some((one) => one.address.startsWith(`${address}/`))
    const next =
      ready.find((screen) => missing.includes(screen)) ??
      ready.find((screen) => screen.opened === 0 && leads(screen))
    const screen = next ?? ready.find(above)
    if (!screen) return
    if (!next) detours++
    await open(screen)
  }
}
