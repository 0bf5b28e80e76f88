import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { runJobs } from '../../server/jobs.ts'
import { accountClient } from '../../server/supabase.ts'
import { openTestBackend, type TestBackend } from '../support/test-backend.ts'

let test: TestBackend
beforeAll(async () => {
  test = (await openTestBackend(inject('postgres') ? 'postgres' : 'pglite'))!
}, 120_000)
afterAll(() => test?.drop())

/** A log whose lines are kept. */
function log() {
  const lines: { msg: string; kind?: string }[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { lines, log: pino({ level: 'debug' }, stream) }
}

it('runs what is due through the API, once by two servers, and stops', async () => {
  const one = log()
  const two = log()
  const stops = [one, two].map(({ log }) => runJobs(test.backend, log, { everyMs: 50, firstMs: 1 }))
  const done = () => [...one.lines, ...two.lines].map(({ msg, kind }) => `${msg}: ${kind}`)
  await vi.waitFor(() => expect(done()).toContain('job done: clean_up'), { timeout: 20_000 })
  await Promise.all(stops.map((stop) => stop()))
  const count = done().length
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(done()).toHaveLength(count)
  expect(done().filter((line) => line === 'job done: clean_up')).toHaveLength(1)
  const { data } = await accountClient(test.backend).rpc('claim_job')
  expect(data).toBeNull()
})

it('tells the log once that the database does not answer, and goes on', async () => {
  const { lines, log: told } = log()
  let calls = 0
  const away = async () => {
    calls++
    throw new Error('away')
  }
  const stop = runJobs({ ...test.backend, fetch: away }, told, { everyMs: 5, firstMs: 1 })
  await vi.waitFor(() => expect(calls).toBeGreaterThan(2), { timeout: 20_000 })
  await stop()
  expect(lines.map(({ msg }) => msg)).toEqual(['no jobs: the database does not answer'])
})
