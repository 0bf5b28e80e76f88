import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openSecrets } from '../../server/data-folder.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { deepSelects } from '../support/deep-selects.ts'
import {
  askWithoutEnd,
  hostilePerson,
  ORDINARY,
  REFUSED,
  visitPages,
  WORST,
} from '../support/hostile-person.ts'
import { LARGE_BODY, PREFIXES, pour } from '../support/large-body.ts'
import { FRESH, rounds, SEEDED } from '../support/rounds.ts'
import { hasPostgres, startOwnServer, startServer } from '../support/server.ts'
import { connect, type PostgresServer } from '../support/warm-servers.ts'

type Started = Omit<Awaited<ReturnType<typeof startOwnServer>>, 'stop'>

/** Pages that each ordinary person opens one after the other. */
const ROUNDS = 8

const start: Record<string, () => Promise<Started>> = {
  embedded: async () => {
    const server = await startServer({ KALAKAL_PUBLIC_API: '1' })
    const drop = async () => {
      await server.stop()
      rmSync(server.folder, { recursive: true, force: true })
    }
    return { ...server, drop }
  },
  PostgreSQL: () => startOwnServer({ KALAKAL_PUBLIC_API: '1' }, inject('demo') ?? undefined),
}

/** Prints how long it took; how fast it is says nothing on a busy machine. */
function report(what: string, visits: { ms: number }[]): void {
  const times = visits.map(({ ms }) => Math.round(ms)).sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)]
  console.log(`${what}: /home p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, at most ${at(1)} ms`)
}

describe.each(Object.keys(start))('one hostile person beside ten others: %s', (kind) => {
  const here = kind === 'embedded' || hasPostgres()
  let server: Started
  beforeAll(async () => {
    if (here) server = await start[kind]!()
  }, 120_000)
  afterAll(() => server?.drop())

  it.skipIf(!here)('takes the server away from nobody', async () => {
    // One after the other: attempts to sign in are counted by address.
    const clients: HttpClient[] = []
    for (const email of ORDINARY) clients.push(await HttpClient.signedIn(server.origin, email))
    const hostile = askWithoutEnd(await hostilePerson(server))
    const visits = await Promise.all(clients.map((client) => visitPages(client, ROUNDS)))
    const asked = await hostile.stop()

    report(kind, visits.flat())
    for (const visit of visits.flat()) expect(visit).toMatchObject({ status: 200 })
    // The hostile one may be told to come back later (503); the ten others never.
    for (const { status, path } of asked)
      expect(REFUSED.includes(path) ? [400, 429] : [200, 400, 429, 503], path).toContain(status)
    const answered = asked.filter(({ status, path }) => status === 200 && WORST.includes(path))
    expect(answered.length).toBeGreaterThan(0)
    expect((await fetch(`${server.origin}/health`)).status).toBe(200)
  })

  it.skipIf(!here)(
    `asks for generated questions and sends large bodies meanwhile ${SEEDED}`.replace(
      '%i',
      String(FRESH),
    ),
    async () => {
      const clients: HttpClient[] = []
      for (const email of ORDINARY) clients.push(await HttpClient.signedIn(server.origin, email))
      const { ask } = await hostilePerson(server)
      const questions = fc.sample(deepSelects, { seed: FRESH, numRuns: rounds(60, 1000) })
      const odd: unknown[] = []
      let refused = 0
      const asking = async () => {
        for (let path = questions.pop(); path; path = questions.pop()) {
          const { status, hint } = await ask(path)
          // 300: two tables have several relationships, and the question does not say which.
          if (![200, 300, 400, 429].includes(status)) odd.push([status, hint, path])
          if (hint === 'too_complex') refused += 1
        }
      }
      const apikey = (await openSecrets(server.folder)).publishableKey
      const headers = { 'content-type': 'application/json', 'content-length': LARGE_BODY, apikey }
      const pouring = async () => {
        for (const address of PREFIXES) {
          const { status, sent } = await pour(server.origin, address, headers)
          if ((status !== null && status < 400) || sent >= LARGE_BODY) odd.push([status, address])
        }
      }
      const visits = Promise.all(clients.map((client) => visitPages(client, ROUNDS)))
      await Promise.all([asking(), asking(), asking(), asking(), pouring()])
      report(`${kind}, generated questions and large bodies`, (await visits).flat())
      for (const visit of (await visits).flat()) expect(visit).toMatchObject({ status: 200 })
      expect(odd).toEqual([])
      expect(refused).toBeGreaterThan(10)
      expect((await fetch(`${server.origin}/health`)).status).toBe(200)
    },
    600_000,
  )

  it.skipIf(!here)('is told to come back later when too many wait', async () => {
    const asked = await askWithoutEnd(await hostilePerson(server), 80).stop()
    const late = asked.filter(({ status }) => status === 429)
    expect(late.length).toBeGreaterThan(0)
    for (const { hint, retryAfter } of late) {
      expect(hint).toBe('too_many_requests')
      expect(Number(retryAfter)).toBeGreaterThan(0)
    }
  })

  // PGlite has no clock that could end a statement, and reads no word while one runs.
  it.skipIf(kind === 'embedded' || !here)(
    'ends what takes long, and what nobody awaits',
    async () => {
      const postgres = { ...server, demo: inject('demo')! } as unknown as PostgresServer
      const [owner, watcher] = [connect(postgres), connect(postgres)]
      const waiting = async () => {
        const [row] = await watcher`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
        return row!.n as number
      }
      const { ask } = await hostilePerson(server)
      const held = await owner.reserve()
      try {
        await held`begin`
        await held`lock table public.customers in access exclusive mode`
        expect(await ask('customers?select=id')).toMatchObject({ status: 400, hint: 'too_slow' })
        expect(await waiting()).toBe(0)

        const gone = new AbortController()
        const asked = Array.from({ length: 6 }, () => ask('customers?select=id', gone.signal))
        const ended = Promise.allSettled(asked)
        await expect.poll(waiting).toBeGreaterThan(3)
        gone.abort()
        await ended
        // Long before the limit of five seconds, which would end them too.
        await expect.poll(waiting, { timeout: 3000 }).toBe(0)
      } finally {
        await held`rollback`
        held.release()
        await Promise.all([owner.end(), watcher.end()])
      }
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => ask('customers?select=id')),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    },
  )
})
