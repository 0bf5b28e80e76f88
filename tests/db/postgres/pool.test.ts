import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { callContext } from '../../../server/embedded-supabase/database/call-context.ts'
import { CALLER } from '../../../server/embedded-supabase/database/caller.ts'
import { withOwnerSql } from '../../../server/embedded-supabase/database/owner-sql.ts'
import { type Borrowed, openPool } from '../../../server/embedded-supabase/database/pool.ts'
import { STATE } from '../../support/stand-in-state.ts'
import { Wire } from '../../support/wire.ts'

const url = `${inject('postgres')}/postgres`
let wire: Wire
let owner: postgres.Sql
beforeAll(async () => {
  wire = await Wire.to(url)
  owner = postgres(url, { max: 1, onnotice: () => {} })
  await owner.unsafe(STATE)
})
afterAll(async () => {
  await owner.end()
  wire.close()
})

/** Opens one connection as the embedded server does, and reads PostgreSQL's view of it. */
function pool() {
  const name = randomUUID()
  const { borrow, close } = openPool(`${wire.through(url)}?application_name=${name}`, 1)
  const there = async (state = '') =>
    (
      await owner`select 1 from pg_stat_activity where application_name = ${name} and state like ${`${state}%`}`
    ).length
  const end = async () => {
    await owner`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`
    await expect.poll(() => there()).toBe(0)
  }
  return { borrow, close, there, end }
}

const rowsOf = async (line: Borrowed, text: string) => (await line.query(text)).rows
const context = (more: object = {}) => ({
  ...{ external: false, ranged: false, signal: new AbortController().signal },
  ...more,
})

describe('a connection that is given up while it opens', () => {
  it('leaves no failure that nobody waits for', async () => {
    const { borrow, close } = pool()
    const failures: unknown[] = []
    const fail = (error: unknown) => failures.push(error)
    process.on('unhandledRejection', fail)
    for (let round = 0; round < 60; round++) {
      const gone = new AbortController()
      const asked = callContext.run(context({ signal: gone.signal }), async () => {
        const line = await borrow()
        await Promise.allSettled([line.query('begin'), line.query('select pg_sleep(1)')])
        line.release()
      })
      await sleep(round % 12)
      gone.abort(new Error('The caller no longer waits.'))
      await asked
    }
    await close()
    process.off('unhandledRejection', fail)
    expect(failures).toEqual([])
  })
})

describe('statements that are sent together', () => {
  it('run in their order, on a new connection as on a used one', async () => {
    const { borrow, close } = pool()
    for (const round of [1, 2, 3]) {
      const line = await borrow()
      const [, , who] = await Promise.all([
        line.query('begin'),
        line.query(CALLER, ['pg_monitor', '', '', '', '1000', '']),
        line.query('select current_user as name'),
        line.query('commit'),
      ])
      expect(who.rows, `round ${round}`).toEqual([{ name: 'pg_monitor' }])
      line.release()
    }
    await close()
  })
})

describe('a statement that nobody waits for', () => {
  it('is ended at PostgreSQL, and its connection is used by nobody else', async () => {
    const { borrow, close, there } = pool()
    const gone = new AbortController()
    await callContext.run(context({ signal: gone.signal }), async () => {
      const line = await borrow()
      await line.query('begin')
      const running = line.query('select pg_sleep(20)')
      const ended = expect(running).rejects.toMatchObject({ code: '57014' })
      await expect.poll(() => there('active')).toBe(1)
      gone.abort(new Error('The caller no longer waits.'))
      await ended
      await expect(line.query('select 1')).rejects.toThrow('The caller no longer waits.')
      await line.query('rollback')
      line.release()
    })
    await expect.poll(() => there()).toBe(0)
    await close()
  })
})

describe('a connection that is lost', () => {
  it('takes its transaction with it: no statement of it runs on the next one', async () => {
    const { borrow, end, close } = pool()
    const first = await borrow()
    await first.query('begin')
    await first.query(`select set_config('role', 'pg_monitor', true)`)
    const next = borrow()
    await end()
    await expect(first.query('select current_user')).rejects.toThrow()
    await expect(first.query('commit')).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
    expect(await rowsOf(first, 'rollback')).toEqual([])
    first.release()
    // The one connection of this pool is another one now, and belongs to somebody else.
    const second = await next
    await second.query('begin')
    expect(await rowsOf(second, 'select current_user')).toEqual([{ current_user: 'postgres' }])
    await second.query('commit')
    second.release()
    await close()
  })

  it.each([
    ['transaction', 'begin', []],
    ['statement', 'select $1::int as n', [1]],
  ])('is not handed out again: in the middle of a %s', async (_, text, params) => {
    const { borrow, there, close } = pool()
    const line = await borrow()
    await line.query(text, params)
    const ended = expect(line.query('select pg_sleep(20)')).rejects.toMatchObject({
      code: 'CONNECTION_LOST',
    })
    await expect.poll(() => there('active')).toBe(1)
    wire.cut()
    await ended
    line.release()
    const fresh = await borrow()
    expect(await rowsOf(fresh, 'select 1 as one')).toEqual([{ one: 1 }])
    fresh.release()
    await close()
  })
})

describe('a request that waits for a connection', () => {
  afterEach(() => vi.useRealTimers())

  it('is served before those who came later, also before who comes when it is free', async () => {
    const { borrow, close } = pool()
    const served: string[] = []
    const first = await borrow()
    const use = async (who: string) => {
      const line = await borrow()
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

  it('is told after 10 seconds that none is free, and takes none from the next one', async () => {
    const { borrow, close } = pool()
    const first = await borrow()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const refused = expect(borrow()).rejects.toMatchObject({ code: '53300' })
    vi.advanceTimersByTime(9_999)
    const next = borrow()
    vi.advanceTimersByTime(1)
    await refused
    vi.useRealTimers()
    first.release()
    const second = await next
    expect(await rowsOf(second, 'select 3 as three')).toEqual([{ three: 3 }])
    second.release()
    await close()
  })
})

describe('a line on which nothing comes back', () => {
  afterEach(() => {
    wire.mend()
    vi.useRealTimers()
  })

  it.each([
    ['20 seconds', context(), 20_000],
    ['5 seconds more than a longer limit', context({ statementMs: 120_000 }), 125_000],
  ])('is given up after %s when an answer is waited for', async (_, asked, ms) => {
    const { borrow, there, close } = pool()
    await callContext.run(asked, async () => {
      const line = await borrow()
      await line.query('select 1')
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      wire.stall()
      let given = false
      const wanted = line.query('select pg_sleep(20)')
      wanted.catch(() => {
        given = true
      })
      const lost = expect(wanted).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
      vi.advanceTimersByTime(ms - 1)
      // A poll would move the clock.
      while ((await there('active')) === 0);
      expect(given).toBe(false)
      vi.advanceTimersByTime(1)
      await lost
      line.release()
    })
    await close()
  })

  it('is kept while a script of the owner works, such as a migration of minutes', async () => {
    const work = `select pg_sleep(1), '${randomUUID()}'`
    await withOwnerSql(wire.through(url), async (sql) => {
      await sql.query('select 1')
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const done = sql.script(work)
      const there = () => owner`
        select 1 from pg_stat_activity where state = 'active' and query like ${`${work}%`}`
      await expect.poll(async () => (await there()).length).toBe(1)
      vi.advanceTimersByTime(3_600_000)
      await done
      vi.useRealTimers()
    })
  })
})
