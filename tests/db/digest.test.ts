import { describe, expect, it } from 'vitest'
import { asServerOf } from '../support/as-server.ts'
import { testFixture } from '../support/fixture.ts'
import { setHour } from '../support/local-hour.ts'
import { notified, WAY } from '../support/notified.ts'

const fixture = testFixture()

const asServer = asServerOf(fixture)
const { choose, change } = notified(fixture)
const claim = () => asServer<{ id: string } | null>(`public.claim_job('{digest_mail}')`)

describe('the daily digest', () => {
  it('is planned once, at 18:00 of the company, for who wants it', async () => {
    const { Owner } = fixture.role
    await setHour(fixture, 18)
    const jobs = () =>
      fixture.db.sql<{ person_id: string }>(
        `select person_id from private.jobs where kind = 'digest_mail' and project_id = $1::uuid`,
        [fixture.a],
      )
    await choose(fixture.role['General Manager'], { digest: WAY })
    const job = await claim()
    await claim()
    const people = (await jobs()).map(({ person_id }) => person_id)
    expect(people).toContain(Owner)
    expect(people).toContain(fixture.role['General Manager'])
    expect(people).not.toContain(fixture.role.ASE)
    expect(new Set(people).size).toBe(people.length)
    const digest = () =>
      asServer<Record<string, unknown>>('public.mailed_digest($1::uuid)', [job!.id])
    const [{ recipient }] = (await fixture.db.sql<{ recipient: string }>(
      'select person_id as recipient from private.jobs where id = $1::uuid',
      [job!.id],
    )) as [{ recipient: string }]
    expect(await digest()).toMatchObject({
      ...{ state: 'ready', identity: { user_id: recipient } },
      returned: { items: expect.any(Number) },
    })
    const [home] = await fixture.db.as<{ day: object; overview: object }>(
      recipient,
      'select public.home_day($1::uuid) as day, public.home_overview($1::uuid) as overview',
      [fixture.a],
    )
    expect(await digest()).toMatchObject({ ...home })
    await choose(recipient, { digest: { by_mail: false } })
    expect(await digest()).toEqual({ state: 'stopped' })
    await change(recipient, `status = 'inactive'`)
    expect(await digest()).toEqual({ state: 'not_allowed' })
    await change(recipient, `status = 'active'`)
  })
})
