import { completed } from './completed'
import type { ReportDefinition } from './definition'
import { reportAt } from './registry'

const FOUND = import.meta.glob<{ report: ReportDefinition }>('./*/definition.ts')
const loaded = new Map<string, ReportDefinition>()

/**
 * Loads the definition of the report at an address, if there is one, before the page is drawn. A
 * browser loads only this one: all of them together are larger than any page.
 */
export async function loadDefinition(pathname: string): Promise<ReportDefinition | undefined> {
  const address = pathname.toLowerCase().replace(/\/print$/, '')
  const [path, name] = /^\/reports_([a-z_]+)$/.exec(address) ?? []
  const found = await FOUND[`./${name}/definition.ts`]?.()
  const report = found && completed(found.report)
  if (path && report) loaded.set(path, report)
  return report
}

/**
 * Returns the definition of the report on a page. The server has all of them; in a browser
 * `loadDefinition` ran before.
 */
export function definitionOf({ path }: { path: string }): ReportDefinition {
  return import.meta.env.SSR ? reportAt(path)! : loaded.get(path)!
}

interface Navigation {
  request: Request
  serverLoader<T>(): Promise<T>
}

/** Loads a report's screen after a navigation: the definition in parallel with the data. */
export async function loadBoth<T>({ request, serverLoader }: Navigation): Promise<T> {
  const { href, pathname } = new URL(request.url)
  const [data] = await Promise.all([
    serverLoader<T>(),
    // The file is gone after an update of the server: the address is loaded again, as Remix does for
    // its own modules.
    loadDefinition(pathname).catch(() => {
      window.location.assign(href)
      return new Promise<never>(() => {})
    }),
  ])
  return data
}
