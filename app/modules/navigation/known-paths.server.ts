import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'

type Tree = Parameters<typeof matchRoutes>[0]

let tree: Promise<Tree> | undefined
/**
 * Caches whether an address has a route. Each page asks for about forty addresses, and the answers
 * never change.
 */
const known = new Map<string, boolean>()

/** Builds the route tree once from the running build. */
async function routeTree(): Promise<Tree> {
  const { routes }: Pick<ServerBuild, 'routes'> = await import('virtual:remix/server-build')
  const all = Object.values(routes).filter((route) => route !== undefined)
  const below = (parent: string | undefined): Tree =>
    all
      .filter((route) => route.parentId === parent && route.path !== '*')
      .map(({ id, path, index }) =>
        index ? { id, path, index } : { id, path, children: below(id) },
      )
  return below(undefined)
}

/** Keeps the screens whose address is in the route table, so that no menu leads to a 404. */
export async function onlyKnown<T extends { to: string }>(places: readonly T[]): Promise<T[]> {
  tree ??= routeTree()
  const routes = await tree
  return places.filter(({ to }) => {
    if (!known.has(to)) known.set(to, matchRoutes(routes, to) !== null)
    return known.get(to)
  })
}
