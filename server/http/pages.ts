import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'
import { type GetContexts, remixHandler } from './remix-adapter.ts'

type Routes = ServerBuild['routes']

/** A route by the words of its whole address, with those around it. */
interface RoutePattern {
  pattern: readonly string[]
  ids: readonly string[]
}

/**
 * Hands the pages to Remix. It compiles and ranks the patterns of all addresses three times in each request, which is a
 * fifth of the work of a small one. So each request goes to a Remix that knows those few routes alone whose pattern its
 * address may fit: one for each such set, made when it is asked for first. In development the routes may change: each
 * request asks for its build.
 */
export function servePages(
  build: ServerBuild | ((url: string) => Promise<ServerBuild>),
  mode: string,
  getContexts: GetContexts,
): RequestHandler {
  if (typeof build === 'function')
    return async (request, response, next) => {
      try {
        const fitting = await build(request.originalUrl)
        await remixHandler({ build: fitting, mode, getContexts })(request, response, next)
      } catch (error) {
        next(error)
      }
    }
  const fitting = routesByAddress(build.routes)
  const handlers = new Map<string, RequestHandler>()
  return (request, response, next) => {
    const ids = fitting(request.originalUrl)
    const key = ids.join()
    const handler =
      handlers.get(key) ?? remixHandler({ build: withRoutes(build, ids), mode, getContexts })
    handlers.set(key, handler)
    // Remix would flush after each piece, and no page has a piece that could be shown before the rest.
    Object.assign(response, { flush: undefined })
    return handler(request, response, next)
  }
}

/**
 * Returns a function from an address to the routes that it may lead to: perhaps a few too many,
 * never one too few.
 */
export function routesByAddress(routes: Routes): (url: string) => string[] {
  const patterns = Object.keys(routes).map((id) => patternOf(routes, id))
  return (url) => {
    const words = wordsOf(pathOf(url))
    const fit = patterns.filter(({ pattern }) => mayFit(pattern, words))
    return [...new Set([ROOT, ...fit.flatMap(({ ids }) => ids)])]
  }
}

const ROOT = 'root'

function patternOf(routes: Routes, id: string): RoutePattern {
  const ids: string[] = []
  const paths: string[] = []
  for (let at = routes[id]; at; at = at.parentId === undefined ? undefined : routes[at.parentId]) {
    ids.unshift(at.id)
    paths.unshift(at.path ?? '')
  }
  return { ids, pattern: wordsOf(paths.join('/')) }
}

/** Returns the path as Remix sees it: without the query, with dots resolved. */
function pathOf(url: string): string {
  try {
    return new URL(`http://any${url}`).pathname
  } catch {
    return '/'
  }
}

const wordsOf = (path: string) => path.toLowerCase().split('/').filter(Boolean)

function mayFit(pattern: readonly string[], words: readonly string[]): boolean {
  const open = pattern.at(-1) === '*'
  return (
    (open || pattern.length === words.length) &&
    pattern.every((part, n) => part === '*' || part.startsWith(':') || sameWord(part, words[n]))
  )
}

/** A pattern part with percent signs may match anything. */
const sameWord = (part: string, word = '') => part === word || word.includes('%')

/** Returns a build that knows these routes alone. */
export function withRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const among = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)))
  const { assets } = build
  return {
    ...build,
    routes: among(build.routes),
    assets: { ...assets, routes: among(assets.routes) },
  }
}
