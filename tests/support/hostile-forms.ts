import type { Page } from 'playwright'
import { HttpClient } from '../../tools/http-client.ts'
import { formsOf, type PageForm, ROW } from './page-forms.ts'
import { emailOf, everyScreen, FINDERS, patternOf, type Screen, screensOf } from './screens.ts'
import type { WebServer } from './server.ts'

/** `npm run fuzz`: every form × every field × everything hostile. Else a sample of each. */
export const LONG_FORM = Boolean(process.env.KALAKAL_LONG)
const SEED = Number(process.env.KALAKAL_FUZZ_SEED ?? 1)
/** A part of the long form: the forms whose key has this, such as `^/sales/`. */
export const PART = process.env.KALAKAL_FUZZ_FORMS ?? ''
const ONLY = new RegExp(PART)
/** One in this many of the screens that an address alone leads to is tried. */
const EVERY = 18

/** Returns all values in the long form, otherwise a few, the same in every run of the seed. */
export const few = <T>(all: readonly T[], count: number, from: number): T[] =>
  LONG_FORM
    ? [...all]
    : Array.from(
        { length: Math.min(count, all.length) },
        (_, i) => all[(from + i * 7) % all.length]!,
      )

/** The number of forms sent by a file, and the problems of the answers. */
export class Findings {
  readonly wrong: string[] = []
  readonly #statuses = new Map<number, number>()

  answered(status: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
  }

  /** The long form says at once what it finds: hours lie before its end. */
  add(what: string): void {
    this.wrong.push(what)
    if (LONG_FORM) process.stdout.write(`${what}\n`)
  }

  toString(): string {
    const all = [...this.#statuses.values()].reduce((sum, count) => sum + count, 0)
    return `${all} sendings; by status: ${JSON.stringify(Object.fromEntries(this.#statuses))}`
  }
}

/** The forms of all screens in the long form, else of some. */
export async function formsOnScreens(server: WebServer, page: Page): Promise<PageForm[]> {
  const screens = LONG_FORM
    ? await withVariants(server, await everyScreen(server))
    : await someScreens(server)
  return (await formsOf(page, screens)).filter(({ key }) => ONLY.test(key))
}

/** Screens without an id in their address, a few of each finder. */
async function someScreens(server: WebServer): Promise<Screen[]> {
  const found: Screen[] = []
  for (const who of FINDERS) {
    const plain = (await screensOf(who)).map(({ address }) => address!)
    const some = plain.filter((address) => !address.includes(':'))
    const client = await HttpClient.signedIn(server.origin, emailOf(who))
    for (const [index, path] of some.entries())
      if (index % EVERY === SEED % EVERY)
        found.push({ address: path, path, who, html: await (await client.get(path)).text() })
  }
  return found
}

/** Files; prints and reports are what they are to everybody. */
const NO_FORM = /excel|print|template|^\/reports_/
/**
 * Matches the parts of an address that choose or begin a form, unlike filters, sorting and pages.
 */
const CHOOSES = /[?&](part|queue|section|tab|copy|line|voucher|customer|document)=/
/**
 * This many documents of a kind are opened, because a form may need a state; with the same query
 * only the first.
 */
const DOCUMENTS = 3
/** A screen that is about the line in its address. */
const LINE = '/inventory/product-edits/add'

/**
 * The screens, and what their links lead to besides: documents in other states, a tab, a question before a command, the
 * line that a form is about; each as everybody sees it who may open it.
 */
async function withVariants(server: WebServer, screens: Screen[]): Promise<Screen[]> {
  const all = [...screens]
  for (const who of FINDERS) {
    const addresses = [LINE, ...(await screensOf(who)).map(({ address }) => address!)]
    const mine = addresses.map((address) => ({ address, pattern: patternOf(address) }))
    const opened = new Set(screens.filter((screen) => screen.who === who).map(({ path }) => path))
    const kinds = new Map<string, number>()
    const client = await HttpClient.signedIn(server.origin, emailOf(who))
    const open = async (path: string) => {
      const [plain = '', query] = path.split('?')
      const address = mine.find(({ pattern }) => pattern.test(plain))?.address
      const kind = path.replace(ROW, ':')
      const times = kinds.get(kind) ?? 0
      if (!address || NO_FORM.test(plain) || (query && !CHOOSES.test(path))) return
      if (opened.has(path) || times >= (query ? 1 : DOCUMENTS)) return
      opened.add(path)
      kinds.set(kind, times + 1)
      const response = await client.get(path)
      const html = await response.text()
      if (response.status === 200) all.push({ address, path, who, html })
    }
    for (const { path, html, who: finder } of all) {
      await open(path)
      const main = html.slice(html.indexOf('<main'))
      if (finder === who)
        for (const [, link = ''] of main.matchAll(/<a\b[^>]*\shref="(\/[^"#]*)"/g))
          await open(link.replaceAll('&amp;', '&'))
    }
  }
  return all
}
