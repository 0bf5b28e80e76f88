import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type RunningServer, startServer } from './server.ts'

interface FailedAnswer {
  status: number
  body: object
}

const BROKEN: FailedAnswer = {
  status: 500,
  body: { code: 'XX000', message: 'could not read block 7 in file base/5/16384' },
}

/** A web server whose Supabase is another process behind a wire that can be made to fail. */
export interface FailingServer extends RunningServer {
  /**
   * Requests to these addresses of the API answer this from now on, by default the 500 of a broken
   * disk; null: all is well again.
   */
  fail(addresses: RegExp | null, answer?: FailedAnswer): void
  /** The next request alone to these addresses answers this. */
  failOnce(addresses: RegExp, answer: FailedAnswer): void
  /**
   * Runs requests to these addresses from now on, but drops their answers; null restores normal
   * answers.
   */
  lose(addresses: RegExp | null): void
  /** The server whose folder has the mails. */
  supabase(): RunningServer
}

/**
 * Starts the real server in its hosted mode, with the Supabase of a second real server behind a
 * proxy that drops chosen answers. It is for the pages that a failure shows.
 */
export function failingServer(): FailingServer {
  const web = {} as FailingServer
  let database: RunningServer
  let wire: http.Server
  let broken: RegExp | null = null
  let answered = BROKEN
  let once = false
  let lost: RegExp | null = null
  beforeAll(async () => {
    database = await startServer()
    wire = http.createServer((incoming, outgoing) => {
      if (broken?.test(incoming.url!)) {
        outgoing.writeHead(answered.status, { 'content-type': 'application/json' })
        outgoing.end(JSON.stringify(answered.body))
        if (once) broken = null
        return
      }
      const { method, url: path, headers } = incoming
      const socketPath = `${database.folder}/api.sock`
      const onward = http.request({ socketPath, path, method, headers }, (answer) => {
        if (lost?.test(path!)) {
          answer.resume().once('end', () => outgoing.destroy())
          return
        }
        outgoing.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(outgoing)
      })
      onward.on('error', () => outgoing.destroy())
      incoming.pipe(onward)
    })
    await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
    const secrets = JSON.parse(readFileSync(path.join(database.folder, 'secrets.json'), 'utf8'))
    const env = {
      SUPABASE_URL: `http://127.0.0.1:${(wire.address() as AddressInfo).port}`,
      SUPABASE_PUBLISHABLE_KEY: secrets.publishableKey,
      SUPABASE_SECRET_KEY: secrets.secretKey,
      SESSION_SECRET: secrets.sessionSecret,
    }
    const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-web-'))
    Object.assign(web, await startServer(env, folder), {
      fail: (addresses: RegExp | null, answer = BROKEN) => {
        broken = addresses
        answered = answer
        once = false
      },
      failOnce: (addresses: RegExp, answer: FailedAnswer) => {
        broken = addresses
        answered = answer
        once = true
      },
      supabase: () => database,
      lose: (addresses: RegExp | null) => {
        lost = addresses
      },
    })
  }, 120_000)
  afterAll(async () => {
    await web.stop?.()
    wire?.close()
    await database?.stop()
    for (const { folder } of [web, database])
      if (folder) rmSync(folder, { recursive: true, force: true })
  })
  return web
}
