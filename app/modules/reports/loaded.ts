import type { ReportDefinition } from './definition'
import { reportAt } from './registry'

const FOUND = import.meta.glob<{ report: ReportDefinition }>('./*/definition.ts')
const loaded = new Map<string, ReportDefinition>()

/**
 * Loads the definition of the report at an address, if it is one: a browser takes that alone, before the page is
 * drawn. All of them together are larger than any page.
 */
export async function loadDefinition(pathname: string): Promise<ReportDefinition | undefined> {
  const asked = pathname.toLowerCase().replace(/\/print$/, '')
  const [path, name] = /^\/reports_([a-z_]+)$/.exec(asked) ?? []
  const found = await FOUND[`./${name}/definition.ts`]?.()
  if (path && found) loaded.set(path, found.report)
  return found?.report
}

/** The definition of a report that a page is drawn of: `loadDefinition` came before, or this is the server. */
export function definitionOf({ path }: { path: string }): ReportDefinition {
  return import.meta.env.SSR ? reportAt(path)! : loaded.get(path)!
}

interface Navigation {
  request: Request
  serverLoader<T>(): Promise<T>
}

/** What a report's screen loads when one comes to it from another: the definition beside the data. */
export async function loadBoth<T>({ request, serverLoader }: Navigation): Promise<T> {
  const { href, pathname } = new URL(request.url)
  const [data] = await Promise.all([
    serverLoader<T>(),
    // Not there any more, as a newer version is: the address is opened anew, as Remix does for its own modules.
    loadDefinition(pathname).catch(() => {
      window.location.assign(href)
      return new Promise<never>(() => {})
    }),
  ])
  return data
}
