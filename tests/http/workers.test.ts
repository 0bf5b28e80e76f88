import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { freePort } from '../../tools/cluster.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { childrenOf, spawnServer } from '../../tools/server-process.ts'
import { hasPostgres, startOwnServer } from '../support/server.ts'

const PAGES = 20

describe.skipIf(!hasPostgres())('a web server of two processes', () => {
  let server: Awaited<ReturnType<typeof startOwnServer>>
  beforeAll(async () => {
    server = await startOwnServer({ WEB_CONCURRENCY: '2' }, inject('demo')!)
  }, 90_000)
  afterAll(() => server?.drop())

  /** The processes that have written a line with this text, by their numbers. */
  const workersOf = (text: string) =>
    new Set(
      server
        .output()
        .split('\n')
        .filter((line) => line.includes(text))
        .map((line) => JSON.parse(line).worker as number),
    )

  /** Asks for a page over and over, each time on a connection of its own. */
  async function pages(client: HttpClient): Promise<Set<number>> {
    const asked = Array.from({ length: PAGES }, async () => {
      const { status } = await client.get('/sales/bookings', { connection: 'close' })
      return status
    })
    return new Set(await Promise.all(asked))
  }

  it('answers one session by both, replaces one that is killed, and ends with both', async () => {
    await expect.poll(() => workersOf('"listening"')).toEqual(new Set([1, 2]))
    const client = await HttpClient.signedIn(server.origin, 'sales-admin@demo.test')
    expect(await pages(client)).toEqual(new Set([200]))
    await expect.poll(() => workersOf('"/sales/bookings"')).toEqual(new Set([1, 2]))

    const [killed] = childrenOf(server.process.pid!)
    process.kill(killed!, 'SIGKILL')
    await expect.poll(() => server.output()).toContain('a process ended and is replaced')
    expect(await pages(client)).toEqual(new Set([200]))
    await expect.poll(() => workersOf('"listening"')).toEqual(new Set([1, 2, 3]))
    await pages(client)
    await expect.poll(() => workersOf('"/sales/bookings"')).toContain(3)

    const children = childrenOf(server.process.pid!)
    expect(children.length).toBe(2)
    expect(await server.stop()).toBe(0)
    expect(children.filter(isRunning)).toEqual([])
  })
})

/** Returns true while a process runs. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

it('is refused where the embedded database belongs to one process', async () => {
  const refused = spawnServer('memory://', await freePort(), { WEB_CONCURRENCY: '2' })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('WEB_CONCURRENCY above 1 needs DATABASE_URL or SUPABASE_URL')
})

it('ends with one clear line when the first process cannot start', async () => {
  const refused = spawnServer('memory://', await freePort(), {
    WEB_CONCURRENCY: '2',
    DATABASE_URL: 'postgres://127.0.0.1:1/x',
  })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toMatch(/^DATABASE_URL does not answer: .*ECON.*\n$/)
})
