import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { setHour } from '../support/local-hour.ts'
import { pagesByKey, reportReader, subtotalsAgree, sumsAgree } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const visits = reportReader(fixture, 'report_visits')
let role: typeof fixture.role

const HERE = { latitude: '14.599512', longitude: '120.984219', accuracy: '12' }
const MINUTE = 60_000
const at = (minutes: number, now = Date.now()) => new Date(now + minutes * MINUTE).toISOString()

let own: string[]
let product: string
beforeAll(async () => {
  role = fixture.role
  // Minutes ago are today.
  await setHour(fixture, 12)
  product = await shop.product('10.00', 500)
  own = []
  for (let n = 0; n < 4; n++) own.push(await shop.customer())
})

const record = (visit: object, user = role.Agent) =>
  shop.rpc<{ id: string; state: string }>('record_visit', { p_visit: visit }, user)
const placesOf = (user: string, id: string) =>
  fixture.db.as<{ act: string }>(
    user,
    'select act, latitude::text, longitude::text, accuracy from public.places_of_visits($1::uuid, array[$2::uuid]) order by act',
    [fixture.a, id],
  )

describe('a visit', () => {
  it('has begin and end, and where they were, for the Manager of the agent and above', async () => {
    const { id } = await record({
      ...{ customer_id: own[0], begun_at: at(-20), ended_at: at(-5), reason: 'Has stock' },
      ...{ begin: HERE, end: { ...HERE, accuracy: '900' } },
    })
    const [kept] = await fixture.db.sql(
      `select state, reason, extract(epoch from ended_at - begun_at)::int as seconds from public.visits where id = $1::uuid`,
      [id],
    )
    expect(kept).toEqual({ state: 'visited', reason: 'Has stock', seconds: 15 * 60 })
    expect(await placesOf(role.Owner, id)).toMatchObject([
      { act: 'begin', latitude: '14.59951', longitude: '120.98422', accuracy: 12 },
      { act: 'end', accuracy: 900 },
    ])
    expect(await placesOf(role.Manager, id)).toHaveLength(2)
    await expect(placesOf(role['sales admin'], id)).rejects.toMatchObject({ code: '42501' })
    await expect(placesOf(role.Agent, id)).rejects.toMatchObject({ code: '42501' })
    const [noted] = await fixture.db.sql<{ trail: string }>(
      'select string_agg(after::text, $$ $$) as trail from public.audit_log where row_id = $1::uuid',
      [id],
    )
    expect(noted!.trail).toContain('Has stock')
    expect(noted!.trail).not.toContain('14.59')
  })

  it('has no place any more after 180 days', async () => {
    const begun = at(-20)
    const made = { customer_id: own[0], begun_at: begun, ended_at: at(-5), begin: HERE }
    const [old, young] = [await record(made), await record(made)]
    const age = (id: string, days: number) =>
      fixture.db.sql(
        `update private.visit_places set fixed_at = now() - $2::text::int * interval '1 day' where visit_id = $1::uuid`,
        [id, String(days)],
      )
    await age(old.id, 181)
    await age(young.id, 179)
    await fixture.db.sql('select private.clean_up()')
    expect(await placesOf(role.Owner, old.id)).toEqual([])
    expect(await placesOf(role.Owner, young.id)).toHaveLength(1)
  })

  it('that waits for the office keeps its places as long, and has them once it is accepted', async () => {
    const device = randomUUID()
    await fixture.db.rpc(role.Agent, 'begin_field_session', { p_device: device, p_name: 'Phone' })
    const written = (no: number, made_at = at(-1)) => ({
      ...{ key: randomUUID(), no, kind: 'visit', version: '2.2.0', device_at: made_at, made_at },
      facts: {
        ...{ customer_id: own[3], begun_at: at(-20), ended_at: at(-5), reason: 'By file' },
        ...{ begin: HERE, ...(no === 1 && { end: HERE }) },
      },
    })
    const [accepted, refused, old, young] = [
      ...[written(1), written(2)],
      ...[written(3, at(-181 * 1440)), written(4, at(-179 * 1440))],
    ] as const
    await shop.rpc(
      'take_act_file',
      { p_file: { person: role.Agent, device, acts: [accepted, refused, old, young] } },
      role.Owner,
    )
    const waiting = () =>
      fixture.db.sql<{ act_id: string }>('select act_id from private.act_places order by fixed_at')
    expect(await waiting()).toHaveLength(4)
    await fixture.db.sql('select private.clean_up()')
    const left = (await waiting()).map(({ act_id }) => act_id)
    expect(left).toHaveLength(3)
    expect(left).not.toContain(old.key)
    const decide = ({ key }: { key: string }, p_decision: object) =>
      shop.rpc(
        'decide_field_act',
        { p_act: key, p_version: 1, p_decision },
        role['General Manager'],
      )
    await decide(accepted, { accept: true })
    await decide(refused, { accept: false, reason: 'No visit' })
    expect(await waiting()).toEqual([{ act_id: young.key }])
    const [made] = await fixture.db.sql<{ id: string; fixed_at_begin: boolean }>(
      `select v.id, bool_and(l.fixed_at = v.begun_at) as fixed_at_begin from public.visits v
       join private.visit_places l on l.visit_id = v.id where v.reason = 'By file' group by v.id`,
      [],
    )
    expect(made!.fixed_at_begin).toBe(true)
    expect(await placesOf(role.Manager, made!.id)).toMatchObject([{ act: 'begin' }, { act: 'end' }])
    await fixture.db.sql('delete from public.visits where id = $1::uuid', [made!.id])
  })

  it('of another agent is recorded by who takes in files of acts, and by no agent', async () => {
    const made = { customer_id: own[0], begun_at: at(-20), ended_at: at(-5), agent_id: role.Agent }
    const { id } = await record(made, role['General Manager'])
    const [kept] = await fixture.db.sql(
      'select agent_id, created_by from public.visits where id = $1::uuid',
      [id],
    )
    expect(kept).toEqual({ agent_id: role.Agent, created_by: role['General Manager'] })
    await expect(record({ ...made, agent_id: undefined }, role.Owner)).rejects.toMatchObject({
      detail: 'agent_id',
    })
    const third = await fixture.addAgent('a', 'Third agent')
    await expect(record({ ...made, agent_id: third }, role.Owner)).rejects.toMatchObject({
      detail: 'customer_id',
    })
    await expect(record(made, third)).rejects.toMatchObject({ code: '42501' })
    await fixture.db.sql('delete from public.visits where id = $1::uuid', [id])
  })

  it('is refused of others’ customers, without an end, in the future, and with a wrong place', async () => {
    const times = { begun_at: at(-20), ended_at: at(-5) }
    const second = await fixture.addAgent('a', 'Second agent')
    await expect(record({ customer_id: own[0], ...times }, second)).rejects.toMatchObject({
      detail: 'customer_id',
    })
    await expect(
      record({ customer_id: own[0], begun_at: at(-5), ended_at: at(-6) }),
    ).rejects.toMatchObject({ detail: 'ended_at' })
    await expect(
      record({ customer_id: own[0], begun_at: at(30), ended_at: at(40) }),
    ).rejects.toMatchObject({ hint: 'not_in_future' })
    await expect(
      record({ customer_id: own[0], ...times, begin: { ...HERE, latitude: '91' } }),
    ).rejects.toMatchObject({ detail: 'begin.latitude' })
    await expect(record({ customer_id: own[0], skipped: true })).rejects.toMatchObject({
      detail: 'reason',
    })
  })
})

describe('the report of visits', () => {
  it('has the coverage of the routes, counted from the documents', async () => {
    const [first = '', second = '', third = '', fourth = ''] = own
    const [row] = await fixture.db.sql<{ day: string }>(
      'select private.business_date($1::uuid)::text as day',
      [fixture.a],
    )
    const { day } = row!
    for (const [place, customer] of [first, second, third].entries())
      await fixture.db.sql(
        `insert into public.routes (project_id, agent_id, weekday, customer_id, place, from_date)
         select $1::uuid, $2::uuid, extract(isodow from $3::date), $4::uuid, $5::text::int, $3::date`,
        [fixture.a, role.Agent, day, customer, String(place + 1)],
      )
    const times = { begun_at: at(-20), ended_at: at(-5) }
    await record({ customer_id: second, ...times })
    await record({ customer_id: third, skipped: true, reason: 'Store closed' })
    await record({ customer_id: fourth, ...times })
    await shop.book(second, [[product, 2, '10.00']])
    // A booking without a visit is none of a visit.
    await shop.book(third, [[product, 1, '10.00']])

    const filters = { from: day, to: day, agent_id: role.Agent }
    const stops = await visits({ ...filters, level: 'stop' })
    const of = (id: string) => stops.find(({ customer_id }) => customer_id === id)
    // The first customer was visited in the tests above.
    expect(of(first)).toMatchObject({ planned: '1', visited: '1', ordered: '0' })
    expect(of(second)).toMatchObject({ planned: '1', visited: '1', ordered: '1' })
    expect(of(third)).toMatchObject({ planned: '1', visited: '0', skipped: '1', ordered: '0' })
    expect(of(fourth)).toMatchObject({ planned: '0', visited: '1', ordered: '0' })
    expect(stops).toHaveLength(4)
    expect(await visits({ ...filters, level: 'agent' })).toMatchObject([
      {
        ...{
          planned: '3',
          visited: '3',
          on_route: '2',
          off_route: '1',
          skipped: '1',
          ordered: '1',
        },
        ...{ coverage: '66.7', productive: '33.3' },
      },
    ])
    const columns = ['planned', 'visited', 'on_route', 'off_route', 'skipped', 'ordered', 'minutes']
    await sumsAgree(
      visits,
      filters,
      columns,
      { agent: 'agents', stop: 'stops', day: 'days' },
      {
        grouped: 'stop',
      },
    )
    const grouped = await visits({ ...filters, level: 'grouped' })
    expect(subtotalsAgree(grouped, columns, 'stops')).toBe(1)
    await pagesByKey(visits, ['stop', 'grouped'], filters)
    expect(await visits({ ...filters, level: 'stop', customer_id: third })).toHaveLength(1)
  })
})
