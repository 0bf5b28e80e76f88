import { existsSync } from 'node:fs'
import path from 'node:path'
import express, { Router } from 'express'
import { failure } from '../http/failure.ts'
import { bodyLimit } from '../http/origin.ts'
import { packed, servedFolder } from '../http/packed.ts'
import { timeLimit } from '../request-timeout.ts'
import { fieldApi } from './api.ts'
import { fieldHeaders } from './headers.ts'
import type { Parts } from './session.ts'

const MIB = 1024 * 1024
const APP = path.resolve('build/field')
const ASSETS = path.join(APP, 'assets')
const DOCUMENT = path.join(APP, 'index.html')
const NO_FILES = { path: /$^/, limit: 0 }

/** The app for the field, below /field: its files, which the build made, and its calls. */
export function fieldApp(parts: Parts): Router {
  const app = Router()
  app.use(fieldHeaders())
  app.use('/api', timeLimit(failure(parts.log)), bodyLimit(MIB, NO_FILES), fieldApi(parts))
  app.use(
    '/assets',
    packed(ASSETS),
    express.static(ASSETS, { immutable: true, maxAge: '1y', fallthrough: false }),
  )
  // The service worker and the document are asked for anew each time: they name the files of their version.
  app.use(packed(APP), servedFolder(APP, { index: false, redirect: false, cacheControl: false }))
  app.get('*', (request, response, next) => {
    if (request.originalUrl === '/field') return response.redirect(308, '/field/')
    if (path.extname(request.path) !== '' || !existsSync(DOCUMENT)) return next()
    response.setHeader('Cache-Control', 'no-cache')
    response.sendFile(DOCUMENT, { cacheControl: false })
  })
  app.use((_request, response) => {
    response.status(404).type('text').send('There is nothing at this address.')
  })
  return app
}
