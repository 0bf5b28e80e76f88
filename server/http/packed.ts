import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import express, { type RequestHandler } from 'express'

/**
 * Serves the files of a folder as the build packed them (`name.br` beside `name`), to browsers that take it.
 * The build packs as well as can be; packing at each request is faster and a seventh larger.
 */
export function packed(folder: string): RequestHandler {
  const files = new Set(existsSync(folder) ? readdirSync(folder) : [])
  return (request, response, next) => {
    const name = request.path.slice(1)
    if (files.has(`${name}.br`)) {
      response.vary('Accept-Encoding')
      if (request.acceptsEncodings('br')) {
        request.url = `/${name}.br`
        response.type(path.extname(name))
        response.setHeader('Content-Encoding', 'br')
      }
    }
    next()
  }
}

/** Serves the files of a folder as they are now. Another address costs no look at the disk, which each page would pay. */
export function servedFolder(
  folder: string,
  options: Parameters<typeof express.static>[1],
): RequestHandler {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true }) : []
  const known = new Set(names.map((name) => `/${name}`.replaceAll(path.sep, '/')))
  const serve = express.static(folder, options)
  return (request, response, next) => {
    if (known.has(request.path)) serve(request, response, next)
    else next()
  }
}
