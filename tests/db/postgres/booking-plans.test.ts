import { beforeAll, describe, expect, it } from 'vitest'
import { trade } from '../../support/trade.ts'
import { testWorld } from '../../support/world.ts'

const world = testWorld()
const shop = trade(world)
const OLD = 100_000
const FEW = 100

/** Three years of bookings in each of two companies, nearly all of them long done. */
beforeAll(async () => {
  const product = await shop.product('10.00')
  const customer = await shop.customer()
  const other = trade(world, 'b')
  const theirs = await other.customer()
  await world.db.sql('alter table public.bookings disable trigger audit')
  for (const [project, agent, buyer] of [
    [world.a, world.role.Agent, customer],
    [world.b, world.agentB, theirs],
  ]) {
    await world.db.sql(
      `insert into public.bookings (project_id, so_no, customer_id, agent_id, customer_name, date_added, approval_status, validated_at,
         invoice_no, date_invoiced, date_delivered, date_due, is_opening, total)
       select $1::uuid, 'SO-' || lpad((900000 + n)::text, 6, '0'), $2::uuid, $3::uuid, 'Store ' || n % 1000, date '2023-01-01' + n / 20,
         'approved', now(), 'SI-' || n, date '2023-01-01' + n / 20, date '2023-01-02' + n / 20, date '2023-02-01' + n / 20, true, 10
       from generate_series(1, ${OLD}) n`,
      [project, buyer, agent],
    )
  }
  await world.db.sql(
    `with made as (
       insert into public.bookings (project_id, so_no, customer_id, agent_id, customer_name, date_added, total)
       select $1::uuid, 'SO-P' || n, $2::uuid, $3::uuid, 'Store ' || n, date '2025-09-01', 10 from generate_series(1, ${FEW}) n
       returning project_id, id)
     insert into public.booking_lines (project_id, booking_id, line_no, product_id, case_config, quantity, agent_srp)
     select project_id, id, 1, $4::uuid, 12, 1, 10 from made`,
    [world.a, customer, world.role.Agent, product],
  )
  await world.db.sql('alter table public.bookings enable trigger audit')
  await world.db.sql('analyze public.bookings')
  await world.db.sql('analyze public.booking_lines')
})

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** How a query of a person runs: the indexes of bookings, the rows read of it, all in one list. */
async function planOf(text: string, params: unknown[] = []) {
  const [row] = await world.db.as<{ 'QUERY PLAN': { Plan: Node; 'Execution Time': number }[] }>(
    world.role['special access 1'],
    `explain (analyze, buffers, format json) ${text}`,
    params,
  )
  const [{ Plan, 'Execution Time': ms } = { Plan: null, 'Execution Time': 0 }] = row!['QUERY PLAN']
  const nodes: Node[] = []
  const walk = (node: Node) => {
    nodes.push(node)
    node.Plans?.forEach(walk)
  }
  walk(Plan!)
  const scans = nodes.filter((node) => node['Relation Name'] === 'bookings' || node['Index Name'])
  return {
    ms,
    types: nodes.map((node) => node['Node Type']),
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    touched: scans.reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    ),
  }
}

/** The list's query as the data API sends it: `filter` and `after` are what the screen adds. */
const list = (filter = '', after = '') =>
  planOf(
    `select id, so_no, stage, customer_name, agent_id, date_added, total, balance, version from public.bookings
     where project_id = '${world.a}' ${filter} ${after} order by date_added desc, id desc limit 51`,
  )

describe('the list of bookings', () => {
  it('measure', async () => {
    const zero = '00000000-0000-4000-8000-000000000000'
    for (const [name, filter, after] of [
      ['all', '', ''],
      [
        'deep',
        '',
        `and date_added <= '2023-06-01' and (date_added < '2023-06-01' or (date_added = '2023-06-01' and id < '${zero}'))`,
      ],
      [
        'deep w/o',
        '',
        `and (date_added < '2023-06-01' or (date_added = '2023-06-01' and id < '${zero}'))`,
      ],
      ['pending', "and stage = 'pending'", ''],
      ['cancelled', "and stage = 'cancelled'", ''],
      ['agent', `and agent_id = '${world.role.Agent}'`, ''],
      ['no agent', `and agent_id = '${world.role.Manager}'`, ''],
      ['added', "and date_added between '2023-03-01' and '2023-03-31'", ''],
      ['delivered', "and date_delivered between '2023-03-01' and '2023-03-31'", ''],
      ['search', "and search_key ilike '%store 77%'", ''],
      ['nothing', "and search_key ilike '%nowhere%'", ''],
    ] as const) {
      const p = await list(filter, after)
      console.log(name, p.ms, p.touched, p.types.join('>'), p.indexes.join())
    }
    for (const f of [
      {},
      { stage: 'pending' },
      { agent: world.role.Manager },
      { search: 'nowhere' },
      { delivered_from: '2023-03-01', delivered_to: '2023-03-31' },
    ]) {
      const p = await planOf('select * from public.booking_totals($1::uuid, $2::text::jsonb)', [
        world.a,
        JSON.stringify(f),
      ])
      console.log(JSON.stringify(f), p.ms, p.types.join())
    }
    expect(1).toBe(1)
  })
})
