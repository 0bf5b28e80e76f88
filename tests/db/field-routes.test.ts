import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { row, rows } from '../../app/platform/db/command.server.ts'
import { fieldFixture } from '../support/field.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = fieldFixture()
const plain = testFixture()
const { people } = fixture
const p_project = fixture.project

interface Route {
  mark: string
  stops: { customer_id: string; weeks: string; left: boolean }[]
}

let agent: string
let stores: string[]
beforeAll(async () => {
  agent = await fixture.idOf(people.agent)
  stores = []
  for (const name of ['One', 'Two', 'Three']) stores.push(await fixture.customer(`Stop ${name}`))
})

const routeOf = async (p_weekday: number, by = people.finance) =>
  row(await by.db.rpc('route_of', { p_project, p_agent: agent, p_weekday })) as unknown as Route
const save = async (
  weekday: number,
  stops: { customer_id: string; weeks?: string }[],
  { by = people.finance, seen = undefined as string | undefined } = {},
) =>
  by.db.rpc('save_route', {
    ...{ p_project, p_idempotency_key: randomUUID() },
    p_route: { agent_id: agent, weekday, stops, seen: seen ?? (await routeOf(weekday)).mark },
  })
const customersOf = async (weekday: number) =>
  (await routeOf(weekday)).stops.map(({ customer_id }) => customer_id)

describe('a route', () => {
  it('is saved as a whole in its order, and is on the phone of its agent alone', async () => {
    const [one = '', two = '', three = ''] = stores
    row(await save(1, [{ customer_id: one }, { customer_id: two, weeks: 'odd' }]))
    expect(await customersOf(1)).toEqual([one, two])
    row(await save(1, [{ customer_id: three }, { customer_id: two, weeks: 'odd' }]))
    expect(await customersOf(1)).toEqual([three, two])

    const copied = async (login: string) => {
      const { db } = await fixture.as(login)
      const { parts } = row(await db.rpc('field_snapshot', { p_project })) as unknown as {
        parts: { routes: Record<string, { rows: object[] }> }
      }
      return Object.values(parts.routes).flatMap(({ rows: found }) => found)
    }
    expect(await copied('agent')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ customer: three, day: 1, weeks: 'every', place: 1 }),
        expect.objectContaining({ customer: two, day: 1, weeks: 'odd', place: 2 }),
      ]),
    )
    expect(await copied('agent-2')).toEqual([])
    const counted = rows(await people.finance.db.rpc('route_days', { p_project }))
    expect(counted).toContainEqual({ agent_id: agent, weekday: 1, stops: 2 })
  })

  it('is not overwritten by somebody who has not seen it', async () => {
    const { mark } = await routeOf(2)
    row(await save(2, [{ customer_id: stores[0]! }]))
    expect((await save(2, [], { seen: mark })).error?.hint).toBe('stale_version')
    expect(await customersOf(2)).toEqual([stores[0]])
  })

  it('has approved customers of the agent, each once', async () => {
    const foreign = await fixture.customer('Stop of a colleague', people.second)
    const field = async (stops: { customer_id: string; weeks?: string }[]) =>
      (await save(3, stops)).error?.details
    expect(await field([{ customer_id: foreign }])).toBe('stops[0].customer_id')
    const twice = [{ customer_id: stores[0]! }, { customer_id: stores[0]! }]
    expect(await field(twice)).toBe('stops[1].customer_id')
    expect(await field([{ customer_id: stores[0]!, weeks: 'never' }])).toBe('stops[0].weeks')
    expect(await customersOf(3)).toEqual([])
    const { error } = await save(3, [], { by: people.agent, seen: (await routeOf(3)).mark })
    expect(error?.code).toBe('42501')
  })
})

describe('the stops of past days', () => {
  it('are those that the route had then, in the weeks of the calendar', async () => {
    const { db, role, a } = plain
    const t = trade(plain)
    const customers = [await t.customer(), await t.customer(), await t.customer()]
    const [kept, gone, even] = customers
    const stop = (
      customer: string | undefined,
      place: number,
      weeks: string,
      until: string | null,
    ) =>
      db.sql(
        `insert into public.routes (project_id, agent_id, weekday, weeks, customer_id, place, from_date, until_date)
         values ($1::uuid, $2::uuid, 4, $3, $4::uuid, $5::text::int, '2026-01-01', $6::text::date)`,
        [a, role.Agent, weeks, customer, String(place), until],
      )
    await stop(kept, 1, 'every', null)
    await stop(gone, 2, 'every', '2026-01-08')
    await stop(even, 3, 'even', null)
    const planned = await db.sql<{ on_date: string; customer_id: string }>(
      `select on_date::text, customer_id from private.planned_stops($1::uuid, '2025-12-25', '2026-01-20') order by on_date, place`,
      [a],
    )
    // 1 January 2026 is the Thursday of week 1, the 8th and 15th those of weeks 2 and 3.
    expect(
      planned.map(({ on_date, customer_id }) => [on_date, customers.indexOf(customer_id)]),
    ).toEqual([
      ['2026-01-01', 0],
      ['2026-01-01', 1],
      ['2026-01-08', 0],
      ['2026-01-08', 2],
      ['2026-01-15', 0],
    ])
  })
})
