import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { callContext } from '../../../server/embedded-supabase/database/call-context.ts'
import { CALLER } from '../../../server/embedded-supabase/database/caller.ts'
import { openPool } from '../../../server/embedded-supabase/database/pool.ts'
import { type OwnCluster, startOwnCluster } from '../../../tools/cluster.ts'
import { onPath } from '../../../tools/process.mjs'
import { startPgBouncer } from '../../support/pgbouncer.ts'
import { STATE } from '../../support/stand-in-state.ts'

type Pool = ReturnType<typeof openPool>

/** Sends one transaction of a person at once, as requests do, and returns what its statement read. */
async function transaction(pool: Pool, person: string, text: string) {
  const line = await pool.borrow()
  try {
    const [, , answer] = await Promise.all([
      line.query('begin'),
      line.query(CALLER, ['pg_monitor', person, '', '', '5000', '']),
      line.query(text),
      line.query('commit'),
    ])
    return answer.rows[0]
  } catch (error) {
    await line.query('rollback')
    throw error
  } finally {
    line.release()
  }
}

const WHO = `select current_setting('request.jwt.claim.sub') as person, current_user as role, pg_backend_pid() as backend`

describe.skipIf(!onPath('pgbouncer'))(
  'a pooler that gives each transaction another connection',
  () => {
    let owner: postgres.Sql
    let pooler: Awaited<ReturnType<typeof startPgBouncer>>
    let pool: Pool
    beforeAll(async () => {
      owner = postgres(`${inject('postgres')}/postgres`, { max: 1, onnotice: () => {} })
      await owner.unsafe(STATE)
      pooler = await startPgBouncer(`${inject('postgres')}/postgres`)
      pool = openPool(pooler.url, 12)
    })
    afterAll(async () => {
      await pool?.close()
      pooler?.stop()
      await owner?.end()
    })

    it('lets each of many transactions that are sent at once run as its own person', async () => {
      const people = Array.from({ length: 120 }, () => randomUUID())
      const seen = await Promise.all(people.map((person) => transaction(pool, person, WHO)))
      expect(seen.map((row) => row!.person)).toEqual(people)
      expect(new Set(seen.map((row) => row!.role))).toEqual(new Set(['pg_monitor']))
      expect(new Set(seen.map((row) => row!.backend)).size).toBeGreaterThan(1)
      const after = await pool.query(
        `select coalesce(current_setting('request.jwt.claim.sub', true), '') as person, current_user as role`,
      )
      expect(after.rows).toEqual([{ person: '', role: 'postgres' }])
    })

    it('keeps a refusal within its transaction', async () => {
      const people = Array.from({ length: 40 }, () => randomUUID())
      const results = await Promise.allSettled(
        people.map((person, no) => transaction(pool, person, no % 2 ? 'select 1 / 0' : WHO)),
      )
      for (const [no, result] of results.entries())
        expect(result).toMatchObject(
          no % 2
            ? { status: 'rejected', reason: { code: '22012' } }
            : { status: 'fulfilled', value: { person: people[no] } },
        )
    })

    it('takes the rest of a transaction with a lost connection', async () => {
      const table = `lost_${randomUUID().replaceAll('-', '')}`
      await owner.unsafe(`create table ${table} (n integer)`)
      const line = await pool.borrow()
      await line.query('begin')
      const { rows } = await line.query(
        `insert into ${table} values (1) returning pg_backend_pid() as backend`,
      )
      await owner`select pg_terminate_backend(${rows[0]!.backend as number})`
      await expect(line.query(`insert into ${table} values (2)`)).rejects.toThrow()
      await expect(line.query('commit')).rejects.toThrow()
      line.release()
      expect(await owner.unsafe(`select n from ${table}`)).toHaveLength(0)
      await owner.unsafe(`drop table ${table}`)
    })
  },
)

/** Makes a certificate that signs itself, in the folder in which it runs. */
const CERTIFICATE = [
  'openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost',
  '-addext subjectAltName=DNS:localhost -keyout server.key -out server.crt 2> /dev/null',
].join(' ')

describe.skipIf(!onPath('openssl'))('a PostgreSQL that encrypts', () => {
  let cluster: OwnCluster
  let folder: string
  /** The certificate, which signs itself. */
  let trusted: string
  beforeAll(async () => {
    cluster = (await startOwnCluster({ inMemory: true }))!
    const owner = postgres(`${cluster.url}/postgres`, { max: 1, onnotice: () => {} })
    // PostgreSQL runs it in its data folder, as the account that has to own the key.
    await owner.unsafe(`copy (select 1) to program '${CERTIFICATE}'`)
    await owner`alter system set ssl = on`
    await owner`select pg_reload_conf()`
    await vi.waitFor(async () => expect(await owner`show ssl`).toEqual([{ ssl: 'on' }]))
    await owner.unsafe(STATE)
    const [certificate] = await owner`select pg_read_file('server.crt') as text`
    await owner.end()
    folder = mkdtempSync(path.join(tmpdir(), 'kalakal-certificate-'))
    trusted = path.join(folder, 'server.crt')
    writeFileSync(trusted, certificate!.text)
  })
  afterAll(() => {
    cluster?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  const ENCRYPTED = 'select ssl as encrypted from pg_stat_ssl where pid = pg_backend_pid()'
  /** Reads over a connection with this `sslmode` whether it is encrypted. */
  async function encrypted(host: string, mode: string) {
    const pool = openPool(`${cluster.url.replace('127.0.0.1', host)}/postgres?sslmode=${mode}`, 2)
    try {
      return (await transaction(pool, '', ENCRYPTED))!.encrypted
    } finally {
      await pool.close()
    }
  }

  it('is spoken to in the clear or encrypted as sslmode says, statements sent together', async () => {
    expect(await encrypted('127.0.0.1', 'disable')).toBe(false)
    expect(await encrypted('127.0.0.1', 'require')).toBe(true)
    expect(await encrypted('localhost', `verify-full&sslrootcert=${trusted}`)).toBe(true)
  })

  it('is refused where its certificate has to be that of the host, and is not', async () => {
    await expect(encrypted('localhost', 'verify-full')).rejects.toThrow('self-signed certificate')
    await expect(encrypted('127.0.0.1', `verify-full&sslrootcert=${trusted}`)).rejects.toThrow(
      'does not match',
    )
  })

  it('ends a statement that nobody waits for', async () => {
    const pool = openPool(`${cluster.url}/postgres?sslmode=require`, 1)
    const gone = new AbortController()
    const signal = gone.signal
    await callContext.run({ external: false, ranged: false, signal }, async () => {
      const line = await pool.borrow()
      const ended = expect(line.query('select pg_sleep(20)')).rejects.toMatchObject({
        code: '57014',
      })
      await expect
        .poll(async () => {
          const watching = postgres(`${cluster.url}/postgres`, { max: 1 })
          const rows =
            await watching`select 1 from pg_stat_activity where query like '%pg_sleep(20)' and state = 'active'`
          await watching.end()
          return rows.length
        })
        .toBe(1)
      gone.abort(new Error('The caller no longer waits.'))
      await ended
      line.release()
    })
    await pool.close()
  })
})
