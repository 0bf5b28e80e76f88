import { readFileSync } from 'node:fs'
import type { Role } from '../../app/platform/access/permissions.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { type FormulaTexts, formulaTexts } from './formula-texts.ts'
import { routeTable } from './routes.ts'
import { emailOf, everyScreen, FINDERS, patternOf, ScreenError } from './screens.ts'
import type { WebServer } from './server.ts'

/** A path that the server has answered, and the person who asked. */
interface Answered {
  path: string
  who: Role | 'admin'
  /** Texts of a file that begin like a formula. */
  formulas?: FormulaTexts
}

/** Addresses of print pages; `allScreens` leaves out those that share one module. */
const PRINT = /\/print$|_print$/

/** Links that are followed of those that lead to one address: the files of other documents come the same way. */
const LINKS_OF_ADDRESS = 2

/** Addresses that are files, lists for fields or forwarding: they have a loader and no page of their own. */
async function fileAddresses(): Promise<string[]> {
  const all = (await routeTable()).filter(({ address, loader }) => address !== null && loader)
  return all
    .filter(
      ({ address, file }) =>
        PRINT.test(address!) || !/^export default function/m.test(readFileSync(file, 'utf8')),
    )
    .map(({ address }) => address!)
}

/**
 * Opens every screen, and then every print page and every Excel, CSV and other file, as the first person who may:
 * those without an id by their address, the others by the links of the screens.
 *
 * @throws ScreenError for a screen that is not answered, or a file whose answer is an error of the server.
 */
export async function everyPageAndFile(server: WebServer): Promise<Answered[]> {
  const screens = await everyScreen(server)
  const opened: Answered[] = screens.map(({ path, who }) => ({ path, who }))
  const links = new Set(
    screens.flatMap(({ html }) =>
      [...html.matchAll(/\s(?:href|src|action)="(\/[^"#]*)/g)].map(([, link]) =>
        link!.replaceAll('&amp;', '&'),
      ),
    ),
  )
  const addresses = await fileAddresses()
  const patterns = addresses.map((address) => patternOf(address.replace(/\*/g, '.+')))
  const linked = patterns.flatMap((pattern) =>
    [...links]
      .filter((link) => pattern.test(decodeURI(link.split('?')[0]!)))
      .slice(0, LINKS_OF_ADDRESS),
  )
  const plain = addresses.filter((address) => !/[:*]/.test(address))
  const wanted = new Set([...plain, ...linked])
  for (const who of FINDERS) {
    const client = await HttpClient.signedIn(server.origin, emailOf(who))
    const left = [...wanted]
    const next = async () => {
      for (let path = left.pop(); path; path = left.pop()) {
        const response = await client.get(path)
        const bytes = new Uint8Array(await response.arrayBuffer())
        if (response.status >= 500) throw new ScreenError(path, who, response.status)
        if (response.status >= 400 || !wanted.delete(path)) continue
        const formulas = formulaTexts(response.headers.get('content-type') ?? '', bytes)
        opened.push({ path, who, formulas })
      }
    }
    await Promise.all([next(), next()])
  }
  return opened
}
