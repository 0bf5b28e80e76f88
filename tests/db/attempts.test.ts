import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()

interface Answer {
  attempt: string | null
  wait_seconds: number
}

const begin = async (email: string, address: string | null = null, kind = 'sign_in') => {
  const [row] = await fixture.db.sql<{ value: Answer }>(
    'select private.begin_sign_in($1, $2, $3) as value',
    [kind, email, address],
  )
  return row!.value
}

/** Moves the attempts into the past by this much time. */
const age = (minutes: number) =>
  fixture.db.sql(
    'update private.sign_in_attempts set attempted_at = attempted_at - make_interval(mins => $1::text::int)',
    [String(minutes)],
  )

describe('attempts to sign in', () => {
  it('stop after ten failures of an account, whatever the case of the address, until they are 15 minutes old', async () => {
    for (let n = 0; n < 10; n++)
      expect((await begin(n % 2 ? 'Ana@fixture.test ' : 'ana@fixture.test')).attempt).not.toBeNull()
    await age(14)
    const refused = await begin('ana@fixture.test')
    expect(refused.attempt).toBeNull()
    expect(refused.wait_seconds).toBeGreaterThan(0)
    expect(refused.wait_seconds).toBeLessThanOrEqual(60)
    expect((await begin('ben@fixture.test')).attempt).not.toBeNull()
    await age(2)
    expect((await begin('ana@fixture.test')).attempt).not.toBeNull()
  })

  it('do not count once they succeeded', async () => {
    for (let n = 0; n < 25; n++) {
      const { attempt } = await begin('cora@fixture.test')
      await fixture.db.sql('select private.end_sign_in($1::uuid)', [attempt])
    }
    expect((await begin('cora@fixture.test')).attempt).not.toBeNull()
  })

  it('stop after thirty failures of an address, whoever is tried', async () => {
    for (let n = 0; n < 30; n++)
      expect((await begin(`guess-${n}@fixture.test`, '192.0.2.7')).attempt).not.toBeNull()
    expect((await begin('dina@fixture.test', '192.0.2.7')).attempt).toBeNull()
    expect((await begin('dina@fixture.test', '192.0.2.8')).attempt).not.toBeNull()
  })

  it('sent all at once are counted one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => begin('eli@fixture.test')))
    expect(answers.filter(({ attempt }) => attempt !== null)).toHaveLength(10)
  })

  it('and requests for a reset mail are counted apart: five', async () => {
    for (let n = 0; n < 5; n++)
      expect((await begin('fe@fixture.test', null, 'reset')).attempt).not.toBeNull()
    expect((await begin('fe@fixture.test', null, 'reset')).attempt).toBeNull()
    expect((await begin('fe@fixture.test')).attempt).not.toBeNull()
  })

  it('are forgotten after a day', async () => {
    await age(60 * 25)
    await begin('gus@fixture.test')
    const [row] = await fixture.db.sql('select count(*)::int as n from private.sign_in_attempts')
    expect(row!.n).toBe(1)
  })
})

describe('answers of completed commands', () => {
  it('are forgotten at a sign-in once they are 35 days old, the oldest thousand at a time', async () => {
    await fixture.db.sql(`
      insert into private.idempotency_keys (key, user_id, command, payload_hash, created_at)
      select gen_random_uuid(), gen_random_uuid(), 'create_booking', n::text, now() - make_interval(days => n)
      from (select 36 as n from generate_series(1, 1001) union all select 37 union all select 34) old`)
    const left = async () =>
      (
        await fixture.db.sql<{ days: string; n: number }>(
          'select payload_hash as days, count(*)::int as n from private.idempotency_keys where command = $1 group by 1 order by 1',
          ['create_booking'],
        )
      ).map(({ days, n }) => `${n} of ${days} days`)
    await begin('hana@fixture.test')
    expect(await left()).toEqual(['1 of 34 days', '2 of 36 days'])
    await begin('hana@fixture.test')
    expect(await left()).toEqual(['1 of 34 days'])
  })
})
