import { once } from 'node:events'
import { createServer } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import express from 'express'
import type { Logger } from 'pino'
import { expect, it } from 'vitest'
import { logRequests } from '../log.ts'
import { failure } from './failure.ts'

/** Asks for an address that fails once the client has gone, or at once, and returns the levels of the log. */
async function levelsOf(hangsUp: boolean): Promise<string[]> {
  const levels: string[] = []
  const log = {
    info: () => levels.push('info'),
    error: () => levels.push('error'),
  } as unknown as Logger
  const app = express()
  app.use(logRequests(log))
  const done = new Promise<void>((resolve) => {
    app.get('/', (_request, response, next) => {
      const fail = () => {
        response.statusCode = 503
        next(new Error('The database does not respond.'))
      }
      if (hangsUp) response.once('close', () => setTimeout(fail))
      else fail()
      response.once('close', () => setTimeout(resolve, 20))
    })
  })
  app.use(failure(log))
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    if (hangsUp) setTimeout(() => client.destroy(), 20)
  })
  await done
  client.destroy()
  await new Promise((resolve) => server.close(resolve))
  return levels
}

it('writes an error for a request that failed, and none for a client that hung up', async () => {
  expect(await levelsOf(false)).toEqual(['error', 'error'])
  expect(await levelsOf(true)).toEqual(['info'])
})
