import type http from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'
import { routesByAddress, withRoutes } from '../http/pages.ts'

type Route = NonNullable<ServerBuild['routes'][string]>
/** A route of the development build, which vite.config.ts changes so that its module is loaded when it is needed. */
type LazyRoute = Omit<Route, 'module'> & { module: () => Promise<Route['module']> }

interface Pages {
  /** Serves the browser's modules. */
  vite: RequestHandler
  build: (url: string) => Promise<ServerBuild>
}

/**
 * Serves the pages from their sources, which Vite compiles. Only the modules that an address needs are loaded: all
 * of them together take ten seconds and more, and half a gigabyte.
 */
export async function developmentPages(server: http.Server): Promise<Pages> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } })
  // A browser keeps its connection for changes open as long as there is a server.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void vite.close())
  // The channel closes when the parent process has been killed.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  const known = new WeakMap<ServerBuild['routes'], (url: string) => string[]>()

  async function load(url: string): Promise<ServerBuild> {
    const build = (await vite.ssrLoadModule('virtual:remix/server-build')) as ServerBuild
    const fitting = known.get(build.routes) ?? routesByAddress(build.routes)
    known.set(build.routes, fitting)
    const some = withRoutes(build, fitting(url))
    const routes: ServerBuild['routes'] = {}
    for (const [id, route] of Object.entries(some.routes)) {
      const { module } = route as unknown as LazyRoute
      routes[id] = { ...route!, module: await module() }
    }
    return { ...some, routes }
  }

  // Modules load one after the other: a module that is still loading for one request must not be
  // used by another.
  let last: Promise<unknown> = Promise.resolve()
  const build = (url: string) => {
    const loaded = last.then(() => load(url))
    last = loaded.catch(() => {})
    return loaded
  }
  // The first page is the sign-in page, also when the database is not ready yet.
  void build('/').catch(() => {})
  return { vite: vite.middlewares, build }
}
