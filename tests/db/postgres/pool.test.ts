import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { callContext } from '../../../server/embedded-supabase/database/call-context.ts'
import { CALLER } from '../../../server/embedded-supabase/database/caller.ts'
import { postgresSql } from '../../../server/embedded-supabase/database/owner-sql.ts'
import { type Borrowed, OPTIONS, poolFor } from '../../../server/embedded-supabase/database/pool.ts'
import { TlsShell } from '../../support/tls-shell.ts'
import { Wire } from '../../support/wire.ts'

const url = `${inject('postgres')}/postgres`
let wire: Wire
let shell: TlsShell
let owner: postgres.Sql
beforeAll(async () => {
  wire = await Wire.to(url)
  shell = await TlsShell.before(wire.through(url))
  owner = postgres(url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await owner.end()
  shell.close()
  wire.close()
})

/** Opens one connection as the embedded server does, and reads PostgreSQL's view of it. */
function pool(tls = false) {
  const name = randomUUID()
  const sql = postgres(tls ? shell.through(url) : wire.through(url), {
    ...OPTIONS,
    ...(tls ? { ssl: shell.client } : {}),
    connection: { ...OPTIONS.connection, application_name: name },
  })
  const lines = poolFor(sql, { connections: 1 })
  const there = async (state = '') =>
    (
      await owner`select 1 from pg_stat_activity where application_name = ${name} and state like ${`${state}%`}`
    ).length
  const end = async () => {
    await owner`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`
    await expect.poll(() => there()).toBe(0)
  }
  const close = async () => {
    await lines.close()
    await sql.end()
  }
  return { sql, there, end, close }
}

describe('a connection that is given up while it opens', () => {
  it('leaves no failure that nobody waits for', async () => {
    const { sql, close } = pool()
    await sql`select 1`
    const failures: unknown[] = []
    const note = (error: unknown) => failures.push(error)
    process.on('unhandledRejection', note)
    for (let round = 0; round < 60; round++) {
      const gone = new AbortController()
      const context = { external: false, ranged: false, signal: gone.signal }
      const asked = callContext.run(context, async () => {
        const line = (await sql.reserve()) as unknown as Borrowed
        const sent = line.together(['begin', []], ['select pg_sleep(1)', []])
        await Promise.allSettled(sent)
        line.release()
      })
      await sleep(round % 12)
      gone.abort(new Error('Nobody waits for the answer.'))
      await asked
    }
    await close()
    process.off('unhandledRejection', note)
    expect(failures).toEqual([])
  })
})

describe('statements that are sent together', () => {
  it('run in their order, on a new connection as on a used one, under the limits of whoever asks', async () => {
    const { sql, close } = pool()
    const context = { external: true, ranged: false, signal: new AbortController().signal }
    for (const round of [1, 2, 3]) {
      const line = (await sql.reserve()) as unknown as Borrowed
      const caller = ['pg_monitor', '', '', '', '1000']
      await callContext.run(context, () =>
        Promise.all(line.together(['begin', []], [CALLER, caller])),
      )
      const [who, end] = line.together(['select current_user as name', []], ['commit', []])
      expect(await who, `round ${round}`).toEqual([{ name: 'pg_monitor' }])
      await end
      line.release()
    }
    await close()
  })

  it('are not sent on the connection that takes the place of a lost one', async () => {
    const { sql, end, close } = pool()
    const line = (await sql.reserve()) as unknown as Borrowed
    await Promise.all(line.together(['begin', []], [CALLER, ['pg_monitor', '', '', '', '1000']]))
    await end()
    for (const refused of line.together(['select current_user', []], ['commit', []]))
      await expect(refused).rejects.toThrow()
    line.release()
    await close()
  })
})

describe('a connection that is lost', () => {
  it('takes its transaction with it: no statement of it runs on the next one', async () => {
    const { sql, end, close } = pool()
    const first = await sql.reserve()
    await first.unsafe('begin', [])
    await first.unsafe(`select set_config('role', 'pg_monitor', true)`, [])
    const next = sql.reserve()
    await end()
    await expect(first.unsafe('select current_user', [])).rejects.toThrow()
    await expect(first.unsafe('commit', [])).rejects.toThrow('The connection is lost.')
    expect(await first.unsafe('rollback', [])).toEqual([])
    first.release()
    // The one connection of this pool stands again, and belongs to somebody else.
    const second = await next
    await second.unsafe('begin', [])
    expect(await second.unsafe('select current_user', [])).toEqual([{ current_user: 'postgres' }])
    await second.unsafe('commit', [])
    second.release()
    await close()
  })

  it.each([
    ['transaction', 'begin', []],
    ['statement', 'select $1::int as n', [1]],
  ])('is not handed out again: in the middle of a %s', async (_, text, params) => {
    const { sql, there, close } = pool()
    const reserved = await sql.reserve()
    await reserved.unsafe(text, params as never[])
    const running = reserved.unsafe('select pg_sleep(20)', [])
    const ended = expect(running).rejects.toThrow('CONNECTION_CLOSED')
    await expect.poll(() => there('active')).toBe(1)
    wire.cut()
    await ended
    reserved.release()
    const fresh = await sql.reserve()
    expect(await fresh.unsafe('select 1 as one', [])).toEqual([{ one: 1 }])
    fresh.release()
    await close()
  })

  it('is tried again soon, however long the database was away', () => {
    expect(
      Math.max(...Array.from({ length: 50 }, (_, failures) => OPTIONS.backoff(failures))),
    ).toBe(1)
  })
})

/** Returns the state of a promise by now, without waiting for it. */
async function soFar(promise: Promise<unknown>) {
  const open = Symbol('open')
  return (await Promise.race([promise, Promise.resolve(open)])) === open ? 'open' : 'settled'
}

describe('a request that waits for a connection', () => {
  afterEach(() => vi.useRealTimers())

  it('is served before those who came later, also before who comes when it is free', async () => {
    const { sql, close } = pool()
    const served: string[] = []
    const first = await sql.reserve()
    const use = async (who: string) => {
      const line = await sql.reserve()
      served.push(who)
      line.release()
    }
    const waiting = [use('second'), use('third')]
    first.release()
    waiting.push(use('fourth'))
    await Promise.all(waiting)
    expect(served).toEqual(['second', 'third', 'fourth'])
    await close()
  })

  it('gets a new one in place of one that is lost', async () => {
    const { sql, end, close } = pool()
    const first = await sql.reserve()
    await first.unsafe('select 1', [])
    const waiting = sql.reserve()
    await end()
    await expect(first.unsafe('select 1', [])).rejects.toThrow()
    first.release()
    const second = await waiting
    expect(await second.unsafe('select 2 as two', [])).toEqual([{ two: 2 }])
    second.release()
    await close()
  })

  it('is told after 14 seconds that none is free, and takes none from the next one', async () => {
    const { sql, close } = pool()
    const first = await sql.reserve()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const late = sql.reserve()
    const refused = expect(late).rejects.toMatchObject({ code: '53300' })
    vi.advanceTimersByTime(13_999)
    const next = sql.reserve()
    vi.advanceTimersByTime(1)
    await refused
    vi.useRealTimers()
    first.release()
    const second = await next
    expect(await second.unsafe('select 3 as three', [])).toEqual([{ three: 3 }])
    second.release()
    await close()
  })
})

describe('a line on which nothing comes back', () => {
  const SILENCE_MS = 20_000
  afterEach(() => {
    wire.mend()
    vi.useRealTimers()
  })

  /**
   * Expects a silent connection to stay open for `open` times SILENCE_MS, and to be given up after
   * `more` times as much.
   */
  async function expectGivenUp(
    reserved: postgres.ReservedSql,
    there: (state: string) => Promise<number>,
    open: number,
    more: number,
  ) {
    wire.stall()
    const wanted = reserved.unsafe('select pg_sleep(20)', [])
    const lost = expect(wanted).rejects.toThrow('CONNECTION_CLOSED')
    await expect.poll(() => there('active')).toBe(1)
    vi.advanceTimersByTime(open * SILENCE_MS)
    expect(await soFar(wanted)).toBe('open')
    vi.advanceTimersByTime(more * SILENCE_MS)
    await lost
    reserved.release()
  }

  it('is given up after 20 seconds when an answer is waited for, and only then', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { sql, there, close } = pool()
    const reserved = await sql.reserve()
    await reserved.unsafe('select 1', [])
    vi.advanceTimersByTime(100 * SILENCE_MS)
    expect(await reserved.unsafe('select 2 as two', [])).toEqual([{ two: 2 }])
    await expectGivenUp(reserved, there, 0.9, 0.1)
    await close()
  })

  it('is given up after a minute when it is encrypted, and nobody can see who waits', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { sql, there, close } = pool(true)
    const reserved = await sql.reserve()
    await reserved.unsafe('select 1', [])
    await expectGivenUp(reserved, there, 2.9, 0.2)
    await close()
  })

  it('is kept while a script of the owner works, such as a migration of minutes', async () => {
    const sql = postgres(wire.through(url), OPTIONS)
    await sql`select 1`
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const work = `select pg_sleep(1), '${randomUUID()}'`
    const done = postgresSql(sql).script(work)
    const there = () => owner`
      select 1 from pg_stat_activity where state = 'active' and query like ${`${work}%`}`
    await expect.poll(async () => (await there()).length).toBe(1)
    vi.advanceTimersByTime(100 * SILENCE_MS)
    await done
    await sql.end()
  })
})
