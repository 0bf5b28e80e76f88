import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { postOpeningBalances } from '../../support/receivables.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const OLD = 6_000
const FEW = 100

/** Years of bookings in each of two companies, nearly all of them long done; a few wait. */
beforeAll(async () => {
  const product = await shop.product('10.00')
  const customer = await shop.customer()
  const theirs = await trade(fixture, 'b').customer()
  for (const [project, agent, buyer] of [
    [fixture.a, fixture.role.Agent, customer],
    [fixture.b, fixture.agentB, theirs],
  ])
    await fixture.db.sql(
      `insert into public.bookings (project_id, so_no, customer_id, agent_id, customer_name, date_added, approval_status, validated_at,
         invoice_no, date_invoiced, date_delivered, date_due, is_opening, total)
       select $1::uuid, 'OB-' || n, $2::uuid, $3::uuid, 'Store ' || n % 1000, date '2023-01-01' + n / 20, 'approved', now(),
         'SI-' || n, date '2023-01-01' + n / 20, date '2023-01-02' + n / 20, date '2023-02-01' + n / 20, true, 10 + n % 500
       from generate_series(1, ${OLD}) n`,
      [project, buyer, agent],
    )
  for (const project of [fixture.a, fixture.b]) await postOpeningBalances(fixture, project)
  await fixture.db.sql(
    `with made as (
       insert into public.bookings (project_id, so_no, customer_id, agent_id, customer_name, date_added, total)
       select $1::uuid, 'SO-' || lpad(n::text, 6, '0'), $2::uuid, $3::uuid, 'Store ' || n, date '2023-06-01', 10
       from generate_series(1, ${FEW}) n returning project_id, id)
     insert into public.booking_lines (project_id, booking_id, line_no, product_id, case_config, quantity, agent_srp)
     select project_id, id, 1, $4::uuid, 12, 1, 10 from made`,
    [fixture.a, customer, fixture.role.Agent, product],
  )
  await fixture.db.sql(
    'update public.projects set booking_count = $2::text::int where id = $1::uuid',
    [fixture.a, String(FEW)],
  )
  await fixture.db.sql('analyze public.bookings')
})

interface Node {
  'Node Type': string
  'Parent Relationship'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** Explains the list's query for a person, as the data API sends it with the filters of the screen. */
const planOf = (filter = '', order = 'date_added desc, id desc') =>
  explained(
    `public.bookings b where b.project_id = '${fixture.a}' ${filter} order by ${order} limit 51`,
  )

/** Explains a query of bookings for a person: the indexes used, and the number of rows that were read. */
async function explained(from: string) {
  const [row] = await fixture.db.as<{ 'QUERY PLAN': { Plan: Node }[] }>(
    fixture.role['special access 1'],
    `explain (analyze, format json)
     select b.id, so_no, stage, customer_name, agent_id, date_added, total, balance, version from ${from}`,
  )
  const nodes: Node[] = []
  const walk = (node: Node) => {
    nodes.push(node)
    for (const child of node.Plans ?? []) walk(child)
  }
  walk(row!['QUERY PLAN'][0]!.Plan)
  const read = ({ 'Actual Rows': rows, 'Rows Removed by Filter': removed = 0, ...node }: Node) =>
    (rows + removed) * node['Actual Loops']
  return {
    nodes: nodes.map((node) => node['Node Type']),
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    /** Subplans that run for each row instead of once. */
    perRow: nodes.filter(
      (node) => node['Parent Relationship'] === 'SubPlan' && node['Actual Loops'] > 1,
    ),
    looked: Math.max(...nodes.filter((node) => /Scan/.test(node['Node Type'])).map(read)),
  }
}

describe('the list of bookings', () => {
  it.each([
    ['newest', '', 'bookings_list_idx', 51],
    [
      'page 50',
      `and (date_added <= '2023-03-01' and (date_added < '2023-03-01' or id < '00000000-0000-4000-8000-000000000000'))`,
      'bookings_list_idx',
      51 + 20,
    ],
    ['pending', `and stage = 'pending'`, 'bookings_stage_idx', FEW],
    ['cancelled: none', `and stage = 'cancelled'`, 'bookings_stage_idx', 0],
    ['of an agent', 'and agent_id = :agent', 'bookings_agent_idx', 51],
    ['of an agent without any', 'and agent_id = :nobody', 'bookings_agent_idx', 0],
    ['added', `and date_added between '2023-03-01' and '2023-03-07'`, 'bookings_list_idx', 51],
    [
      'delivered',
      `and date_delivered between '2023-03-01' and '2023-03-07'`,
      'bookings_delivered_idx',
      7 * 20,
    ],
  ])('%s: by its index, no row more than needed', async (_, filter, index, most) => {
    const plan = await planOf(
      filter
        .replace(':agent', `'${fixture.role.Agent}'`)
        .replace(':nobody', `'${fixture.role.Manager}'`),
    )
    expect(plan.indexes).toContain(index)
    expect(plan.nodes).not.toContain('Seq Scan')
    expect(plan.looked).toBeLessThanOrEqual(most)
    expect(plan.perRow).toEqual([])
  })

  it.each([
    ['SO number', 'so_no desc', '', 'bookings_so_no_key', 51],
    ['customer', 'customer_key, id', '', 'bookings_customer_key_idx', 51],
    [
      'customer, a page later',
      'customer_key, id',
      `and (customer_key >= 'store 500' and (customer_key > 'store 500' or id > '00000000-0000-4000-8000-000000000000'))`,
      'bookings_customer_key_idx',
      51 + OLD / 1000,
    ],
    ['total', 'total_key desc, id desc', '', 'bookings_total_idx', 51],
    ['receivables', 'receivable_key desc, id desc', '', 'bookings_receivable_idx', 51],
    [
      'total, a page later',
      'total_key desc, id desc',
      `and (total_key <= 40000 and (total_key < 40000 or id < '00000000-0000-4000-8000-000000000000'))`,
      'bookings_total_idx',
      51 + OLD / 500,
    ],
  ])(
    'by %s: in the order of an index, no row more than needed',
    async (_, order, filter, index, most) => {
      const plan = await planOf(filter, order)
      expect(plan.indexes).toEqual([index])
      expect(plan.nodes).not.toContain('Sort')
      expect(plan.looked).toBeLessThanOrEqual(most)
      expect(plan.perRow).toEqual([])
    },
  )

  it.each([
    [
      'stage',
      `'b.stage'`,
      `'{pending,validated,invoiced,delivered,paid,archived,cancelled}'::text[]`,
    ],
    ['agent', `'b.agent_id'`, 'private.members_by_name(:project)'],
  ])(
    'by %s, a page later: only rows of the page, and of no later group',
    async (of, column, groups) => {
      const [part] = await fixture.db.as<Record<'source' | 'place' | 'sorted' | 'whole', string>>(
        fixture.role['special access 1'],
        `select * from private.page_by_group('{"limit": "51", "after": {"n": "8500", "t": "pending", "id": "${fixture.a}"}}', ${column},
         'b.date_added', ${groups.replace(':project', `'${fixture.a}'`)}, false)`,
      )
      const { source, place, sorted, whole } = part!
      const plan = await explained(
        `${source}public.bookings b where b.project_id = '${fixture.a}'${place}${sorted}${whole}`,
      )
      expect(plan.nodes).not.toContain('Seq Scan')
      expect(plan.indexes).toEqual([`bookings_${of}_idx`])
      expect(plan.looked).toBeLessThanOrEqual(2 * FEW)
      expect(plan.perRow).toEqual([])
    },
  )

  it('searched for what is nowhere, reads its own company and no other', async () => {
    const plan = await planOf(`and search_key like '%nowhere%'`)
    expect(plan.nodes).not.toContain('Seq Scan')
    expect(plan.looked).toBeLessThanOrEqual(OLD + FEW)
    expect(plan.perRow).toEqual([])
  })
})

describe('the desks of invoicing and delivery', () => {
  it.each([
    ['to invoice', "stage = 'validated'", 'bookings_stage_idx'],
    ['to deliver', "stage = 'invoiced'", 'bookings_stage_idx'],
    [
      'delivered, not invoiced',
      "stage = 'delivered' and date_invoiced is null",
      'bookings_uninvoiced_idx',
    ],
    ['open deliveries', "stage in ('validated', 'invoiced')", 'bookings_stage_idx'],
  ])('%s: by its index', async (_, filter, index) => {
    const lines = await fixture.db.as<{ 'QUERY PLAN': string }>(
      fixture.role['invoice admin'],
      `explain select id, total from public.bookings where project_id = '${fixture.a}' and ${filter}`,
    )
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
    expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan')
  })
})
