import { beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { closing } from '../support/closing.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const tr = treasury(fixture, trade(fixture))
const books = closing(fixture)

let today: string
let old: string
let closed: string

beforeAll(async () => {
  today = await tr.day()
  old = await tr.day(-10)
  closed = await tr.day(-1)
})

describe('closing and reopening', () => {
  it('needs a reason, a day before today and the right person', async () => {
    const field = (name: string) => ({ code: '22023', detail: name })
    await expect(books.reopen(null)).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(books.close(old, fixture.role.Owner, ' ')).rejects.toMatchObject(field('reason'))
    await expect(books.close(today)).rejects.toMatchObject(field('through'))
    for (const role of ['finance admin', 'special access 1', 'Agent'] as const) {
      await expect(books.close(old, fixture.role[role])).rejects.toMatchObject({ code: '42501' })
      await expect(books.reopen(null, fixture.role[role])).rejects.toMatchObject({ code: '42501' })
    }
    await books.close(closed, fixture.role['General Manager'])
    await expect(books.close(old)).rejects.toMatchObject(field('through'))
    await expect(books.reopen(closed)).rejects.toMatchObject(field('through'))
    await books.reopen(old)
  })

  it('is a history that is never changed, in the audit trail, and read by everybody', async () => {
    const history = await fixture.db.as<Record<string, string | null>>(
      fixture.role['finance admin'],
      `select act, was_through::text, closed_through::text, reason, created_by from public.period_closings
       where project_id = $1::uuid order by created_at`,
      [fixture.a],
    )
    const close = { act: 'close', was_through: null, closed_through: closed }
    const reopen = { act: 'reopen', was_through: closed, reason: 'An invoice was missing' }
    const by = { created_by: fixture.role.Owner }
    const reason = 'The month is filed'
    expect(history).toEqual([
      { ...close, reason, created_by: fixture.role['General Manager'] },
      { ...reopen, closed_through: old, ...by },
    ])
    const trail = await fixture.db.as(
      fixture.role.Owner,
      `select user_id, after ->> 'closed_through' as through from public.audit_trail($1::uuid, '{"kind": "project"}')
       where table_name = 'period_closings'`,
      [fixture.a],
    )
    expect(trail).toHaveLength(2)
    const seen = await fixture.db.as<{ closed_through: string }>(
      fixture.role.Agent,
      'select closed_through::text from public.projects where id = $1::uuid',
      [fixture.a],
    )
    expect(seen).toEqual([{ closed_through: old }])
    const other = await fixture.db.sql<{ closed_through: string | null }>(
      'select closed_through::text from public.projects where id = $1::uuid',
      [fixture.b],
    )
    expect(other).toEqual([{ closed_through: null }])
  })
})
