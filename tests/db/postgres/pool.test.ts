import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { OPTIONS, replaceReserve } from '../../../server/embedded-supabase/pool.ts'
import { Wire } from '../../support/wire.ts'

const url = `${inject('postgres')}/postgres`
let wire: Wire
let owner: postgres.Sql
beforeAll(async () => {
  wire = await Wire.to(url)
  owner = postgres(url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await owner.end()
  wire.close()
})

/** One connection, as the embedded server opens them, and what PostgreSQL has of it. */
function pool() {
  const name = randomUUID()
  const sql = postgres(wire.through(url), {
    ...OPTIONS,
    connection: { ...OPTIONS.connection, application_name: name },
  })
  const lines = replaceReserve(sql, 1)
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

describe('a connection that is lost', () => {
  it('takes its transaction with it: no statement of it runs on the next one', async () => {
    const { sql, end, close } = pool()
    const first = await sql.reserve()
    await first.unsafe('begin', [])
    await first.unsafe(`select set_config('role', 'pg_monitor', true)`, [])
    const next = sql.reserve()
    await end()
    await expect(first.unsafe('select current_user', [])).rejects.toThrow()
    await expect(first.unsafe('rollback', [])).rejects.toThrow()
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
