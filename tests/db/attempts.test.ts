import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()

interface Answer {
  attempt: string | null
  wait_seconds: number
}

const begin = async (
  email: string,
  address: string | null = null,
  kind = 'sign_in',
  device: string | null = null,
) => {
  const [row] = await fixture.db.sql<{ value: Answer }>(
    'select private.begin_sign_in($1, $2, $3, $4) as value',
    [kind, email, address, device],
  )
  return row!.value
}

/** Signs in with the right password, from an address and perhaps with a browser that is known. */
const succeed = async (email: string, address: string, device: string | null = null) => {
  const { attempt } = await begin(email, address, 'sign_in', device)
  expect(attempt).not.toBeNull()
  await fixture.db.sql('select private.end_sign_in($1::uuid)', [attempt])
}

/** Fails until no attempt is allowed any more; returns how many were. */
const failUntilRefused = async (...[email, address, kind, device]: Parameters<typeof begin>) => {
  for (let n = 0; n < 400; n++) if (!(await begin(email, address, kind, device)).attempt) return n
  return 400
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

  it('from elsewhere lock nobody out of an address where the account has signed in', async () => {
    await succeed('hal@fixture.test', '198.51.100.1')
    expect(await failUntilRefused('hal@fixture.test', '203.0.113.9')).toBe(10)
    await succeed('hal@fixture.test', '198.51.100.1')
    // Other people behind the same address can fail there; the browser's cookie tells the user apart.
    await succeed('hal@fixture.test', '198.51.100.1', 'browser of Hal')
    expect(await failUntilRefused('hal@fixture.test', '198.51.100.1')).toBe(10)
    await succeed('hal@fixture.test', '198.51.100.1', 'browser of Hal')
    await succeed('hal@fixture.test', '203.0.113.200', 'browser of Hal')
  })

  it('do not lock an office out when the accounts are unknown', async () => {
    const office = '198.51.100.7'
    await succeed('ida@fixture.test', office)
    for (let n = 0; n < 31; n++)
      expect((await begin(`ghost-${n}@fixture.test`, office)).attempt).not.toBeNull()
    await succeed('ida@fixture.test', office)
    await succeed('a.colleague.who.is.new@fixture.test', office)
    for (let n = 31; n < 310; n++) await begin(`ghost-${n}@fixture.test`, office)
    expect((await begin('ghost@fixture.test', office)).attempt).toBeNull()
    await succeed('ida@fixture.test', office)
  })

  it('from a known browser or address have their limit too', async () => {
    await succeed('jo@fixture.test', '198.51.100.3', 'browser of Jo')
    expect(
      await failUntilRefused('jo@fixture.test', '198.51.100.3', 'sign_in', 'browser of Jo'),
    ).toBe(10)
    expect(await failUntilRefused('jo@fixture.test', '198.51.100.3')).toBe(10)
    // A browser that is known for one account is unknown for another one.
    expect(
      await failUntilRefused('kim@fixture.test', '192.0.2.99', 'sign_in', 'browser of Jo'),
    ).toBe(10)
  })

  it('find an account known for thirty days', async () => {
    await succeed('lea@fixture.test', '198.51.100.4', 'browser of Lea')
    await fixture.db.sql(
      "update private.known_sign_ins set succeeded_at = succeeded_at - interval '31 days' where email = 'lea@fixture.test'",
    )
    expect(await failUntilRefused('lea@fixture.test', '203.0.113.50')).toBe(10)
    expect(
      (await begin('lea@fixture.test', '198.51.100.4', 'sign_in', 'browser of Lea')).attempt,
    ).toBeNull()
    await fixture.db.sql('select private.clean_up()')
    const [row] = await fixture.db.sql(
      "select count(*)::int as n from private.known_sign_ins where email = 'lea@fixture.test'",
    )
    expect(row!.n).toBe(0)
  })

  it('are forgotten after a day', async () => {
    await age(60 * 25)
    await begin('gus@fixture.test')
    await fixture.db.sql('select private.clean_up()')
    const [row] = await fixture.db.sql('select count(*)::int as n from private.sign_in_attempts')
    expect(row!.n).toBe(1)
  })
})

describe('answers of completed commands', () => {
  it('are forgotten once they are 35 days old', async () => {
    await fixture.db.sql(`
      insert into private.idempotency_keys (key, user_id, command, payload_hash, created_at)
      select gen_random_uuid(), gen_random_uuid(), 'create_booking', n::text, now() - make_interval(days => n)
      from (select 36 as n from generate_series(1, 100) union all select 37 union all select 34) old`)
    const left = async () =>
      (
        await fixture.db.sql<{ days: string; n: number }>(
          'select payload_hash as days, count(*)::int as n from private.idempotency_keys where command = $1 group by 1 order by 1',
          ['create_booking'],
        )
      ).map(({ days, n }) => `${n} of ${days} days`)
    await begin('hana@fixture.test')
    expect(await left()).toEqual(['1 of 34 days', '100 of 36 days', '1 of 37 days'])
    await fixture.db.sql('select private.clean_up()')
    expect(await left()).toEqual(['1 of 34 days'])
  })
})
