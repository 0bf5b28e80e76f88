import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SqlError } from '../support/database.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)

interface Line {
  agent_id: string
  sales?: string
  collections?: string
  seen_sales?: string
  seen_collections?: string
}

const set = (
  month: string,
  targets: Line[],
  user = fixture.role.Owner,
  idempotencyKey = randomUUID(),
) =>
  t.rpc<{ changed: number }>(
    'set_agent_targets',
    { p_targets: { month, targets } },
    user,
    idempotencyKey,
  )
const of = async (month: string, user = fixture.role.ASE) =>
  (
    await fixture.db.as<
      Record<'agent_name' | 'from_month' | 'sales' | 'collections', string | null>
    >(
      user,
      'select agent_name, from_month::text, sales::text, collections::text from public.targets_of_month($1::uuid, $2)',
      [fixture.a, month],
    )
  ).map(({ agent_name, from_month, sales, collections }) => [
    agent_name,
    from_month,
    sales,
    collections,
  ])
/** The targets of each month of a range, in all or of one agent. */
const months = async (from: string, to: string, agent_id = '', user = fixture.role.ASE) =>
  (
    await fixture.db.as<Record<'month' | 'sales' | 'collections', string | null>>(
      user,
      'select month, sales::text, collections::text from public.targets_by_month($1::uuid, $2::text::jsonb)',
      [fixture.a, JSON.stringify({ from, to, agent_id })],
    )
  ).map(({ month, sales, collections }) => [month, sales, collections])
const refusal = (command: Promise<unknown>) =>
  command.then(
    () => null,
    ({ code, hint, detail }: SqlError) => [code, hint, detail || null],
  )

describe('targets of agents', () => {
  it('hold from their month on until the next month that says otherwise', async () => {
    const first = fixture.role.Agent
    const second = await fixture.addAgent('a', 'B second')
    expect(await of('2026-03')).toEqual([
      ['A Agent', null, null, null],
      ['B second', null, null, null],
    ])
    expect(
      await set('2026-03', [
        { agent_id: first, sales: '100000.50', collections: '80000' },
        { agent_id: second },
      ]),
    ).toEqual({ changed: 1 })
    await set('2026-06', [
      { agent_id: first, sales: '0', seen_sales: '100000.50', seen_collections: '80000.00' },
      { agent_id: second, sales: '5' },
    ])
    expect(await of('2026-02')).toEqual([
      ['A Agent', null, null, null],
      ['B second', null, null, null],
    ])
    expect((await of('2026-05'))[0]).toEqual(['A Agent', '2026-03-01', '100000.50', '80000.00'])
    expect(await of('2027-01')).toEqual([
      ['A Agent', '2026-06-01', '0.00', null],
      ['B second', '2026-06-01', '5.00', null],
    ])
    expect(await months('2026-02', '2026-07')).toEqual([
      ...['2026-03', '2026-04', '2026-05'].map((month) => [month, '100000.50', '80000.00']),
      ...['2026-06', '2026-07'].map((month) => [month, '5.00', null]),
    ])
    expect(await months('2026-07', '2026-07', second)).toEqual([['2026-07', '5.00', null]])
    await expect(months('2016-01', '2026-02')).rejects.toMatchObject({ code: '22023' })
    await expect(months('2026-01', '2026-02', '', fixture.role.warehouse)).rejects.toMatchObject({
      code: '42501',
    })
    // A month between that is corrected does not move those after it.
    await set('2026-04', [
      { agent_id: first, sales: '7', seen_sales: '100000.50', seen_collections: '80000' },
    ])
    expect((await of('2026-05'))[0]).toEqual(['A Agent', '2026-04-01', '7.00', null])
    expect((await of('2026-06'))[0]).toEqual(['A Agent', '2026-06-01', '0.00', null])
  })

  it('are set once for one form, and not over those that another user has set meanwhile', async () => {
    const agent = await fixture.addAgent('a', 'C third')
    const idempotencyKey = randomUUID()
    const line = { agent_id: agent, sales: '10' }
    expect(await set('2026-03', [line], fixture.both, idempotencyKey)).toEqual({ changed: 1 })
    expect(await set('2026-03', [line], fixture.both, idempotencyKey)).toEqual({ changed: 1 })
    expect(await refusal(set('2026-03', [{ agent_id: agent, sales: '20' }]))).toEqual([
      'P0001',
      'stale_version',
      null,
    ])
    // If both want the same value, there is no conflict.
    expect(await set('2026-03', [line])).toEqual({ changed: 0 })
    expect(await set('2026-03', [{ ...line, sales: '20', seen_sales: '10' }])).toEqual({
      changed: 1,
    })
    const trail = await fixture.db.as<{ action: string; before: unknown; after: unknown }>(
      fixture.role.Owner,
      "select action, before -> 'sales' as before, after -> 'sales' as after from public.audit_log where table_name = 'agent_targets' and project_id = $1::uuid order by id desc limit 1",
      [fixture.a],
    )
    expect(trail).toEqual([{ action: 'update', before: 10, after: 20 }])
  })

  it('name the field that is wrong, and change nothing then', async () => {
    const agent = fixture.role.Agent
    const wrong = async (month: string, ...lines: Line[]) => refusal(set(month, lines))
    expect(await wrong('2026-13')).toEqual(['22023', 'invalid', 'month'])
    expect(
      await wrong('2025-01', { agent_id: agent, sales: '1' }, { agent_id: agent, sales: '-1' }),
    ).toEqual(['22023', 'invalid', 'targets[1].sales'])
    expect(await wrong('2025-01', { agent_id: fixture.agentB, sales: '1' })).toEqual([
      '22023',
      'invalid',
      'targets[0].agent_id',
    ])
    expect((await of('2025-01'))[0]).toEqual(['A Agent', null, null, null])
    expect(await refusal(set('2025-01', [], fixture.role.ASE))).toEqual([
      '42501',
      'not_allowed',
      null,
    ])
    expect(await refusal(of('2025-01', fixture.role.Agent))).toEqual(['42501', 'not_allowed', null])
  })
})
