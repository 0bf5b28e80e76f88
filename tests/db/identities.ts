import { randomUUID } from 'node:crypto'
import {
  type Permission,
  ROLE_PERMISSIONS,
  ROLES,
  type Role,
  type Scope,
} from '../../app/platform/access/permissions.ts'
import { treasury } from '../support/cheques.ts'
import { chequesOut } from '../support/cheques-out.ts'
import type { SqlError } from '../support/database.ts'
import { disburse } from '../support/disburse.ts'
import type { Fixture } from '../support/fixture.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { trade } from '../support/trade.ts'

export interface TestIdentity {
  name: string
  /** null is anonymous. */
  user: string | null
  /** Role in each project. */
  a: Role | null
  b: Role | null
  admin?: boolean
}

/**
 * Lists all identities of the matrix: every role in both projects, former members, strangers and
 * nobody.
 */
export function identities(fixture: Fixture): TestIdentity[] {
  return [
    { name: 'anonymous', user: null, a: null, b: null },
    { name: 'stranger', user: fixture.stranger, a: null, b: null },
    { name: 'deactivated', user: fixture.deactivated, a: null, b: null },
    { name: 'removed project', user: fixture.removedMember, a: null, b: null },
    { name: 'admin', user: fixture.admin, a: null, b: null, admin: true },
    { name: 'staff of B', user: fixture.staffB, a: null, b: 'special access 1' },
    { name: 'agent of B', user: fixture.agentB, a: null, b: 'Agent' },
    { name: 'both', user: fixture.both, a: 'General Manager', b: 'General Manager' },
    ...(fixture.moved
      ? [{ name: 'moved', user: fixture.moved, a: 'expenses and disbursements' as const, b: null }]
      : []),
    ...ROLES.map((role) => ({ name: role, user: fixture.role[role], a: role, b: null })),
  ]
}

/** Returns the scope in which a role has a permission; null when it does not have it. */
export const scopeOfRole = (role: Role | null, permission: Permission): Scope | null =>
  role === null
    ? null
    : ((Object.entries(ROLE_PERMISSIONS[role]).find(([, list]) => list.includes(permission))?.[0] as
        | Scope
        | undefined) ?? null)

/** Number of rows that a statement answers, or the code it is refused with. */
export const attemptAs = async (answer: Promise<unknown[]>): Promise<string | number> => {
  try {
    return (await answer).length
  } catch (error) {
    return (error as SqlError).code
  }
}

/** Fills every table in both projects, from a purchase to a receipt. */
export async function fillTables(fixture: Fixture): Promise<void> {
  for (const project of ['a', 'b'] as const) {
    const t = trade(fixture, project)
    const product = await t.product('10.00', 100)
    await fixture.db.sql(
      "update public.projects set product_categories1 = '{Food}' where id = $1::uuid",
      [fixture[project]],
    )
    await fixture.db.sql(
      "update public.products set category1 = 'Food', category_from = '2000-01-01' where project_id = $1::uuid and id = $2::uuid",
      [fixture[project], product],
    )
    const customer = await t.customer()
    const booking = await t.book(customer, [[product, 10, '10.00']])
    await t.validate(booking.id, booking.version)
    await t.invoice(booking.id, booking.version + 1, 'INV-1')
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid',
      [booking.id],
    )
    await t.invoice(booking.id, booking.version + 2, 'INV-2', null, 'Spoiled form')
    await t.deliver(booking.id, booking.version + 3, {
      lines: [{ line_id: line!.id, quantity: 8 }],
      remainder: 'release',
    })
    await t.approve((await t.collect(customer, '20.00', [[booking.id, '20.00']])).id)
    await t.rpc('create_memo', {
      p_memo: {
        ...{ kind: 'credit', reason: 'return', booking_id: booking.id },
        lines: [{ line_id: line!.id, quantity: 1 }],
      },
    })
    await t.rpc('create_memo', {
      p_memo: { kind: 'debit', reason: 'bounced_cheque', customer_id: customer, amount: '5.00' },
    })
    await t.rpc('create_purchase', {
      p_purchase: {
        ...{ po_no: 'RET-1', supplier: 'Maker', kind: 'return_in', customer_id: customer },
        lines: [{ product_id: product, quantity: 1, cost: '7.00', prod_srp: '10.00' }],
      },
    })
    const bought = await t.buy(product, 24)
    const [part] = await fixture.db.sql<{ id: string }>(
      'select id from public.purchase_lines where purchase_id = $1::uuid',
      [bought.id],
    )
    await t.rpc('request_product_edit', {
      p_request: {
        purchase_line_id: part!.id,
        item_to_edit: 'cost',
        what_edit: '7.50',
        reason: 'Typing error',
      },
    })
    await fixture.db.sql(
      `insert into public.report_views (project_id, report, name, search, shared, user_id)
       select $1::uuid, report, report || shared, '', shared, $2::uuid
       from unnest(array['ar', 'expenses']) report, unnest(array[true, false]) shared`,
      [fixture[project], project === 'a' ? fixture.role['finance admin'] : fixture.staffB],
    )
    await fixture.db.sql(
      `insert into public.report_schedules (project_id, report, search, rhythm, hour, recipients, user_id)
       select $1::uuid, report, '', 'day', 6, array[$2::uuid, $3::uuid], $2::uuid
       from unnest(array['ar', 'expenses']) report`,
      [
        fixture[project],
        ...(project === 'a'
          ? [fixture.role['finance admin'], fixture.role.ASE]
          : [fixture.staffB, fixture.financeB]),
      ],
    )
    await t.rpc('create_bad_order', {
      p_record: {
        kind: 'to_bad_order',
        reason: 'Torn',
        lines: [{ product_id: product, quantity: 1 }],
      },
    })
    await fixture.db.sql(
      `insert into public.report_prints (project_id, print_no, report, customer_id, search, described, known_at)
       select $1::uuid, 'RP-' || report, report,
         case report when 'statement' then (select min(c.id::text)::uuid from public.customers c where c.project_id = $1::uuid) end, '', '', now()
       from unnest(array['ar', 'expenses', 'statement']) report`,
      [fixture[project]],
    )
    await fixture.db.rpc(project === 'a' ? fixture.role.Owner : fixture.both, 'close_period', {
      ...{ p_project: fixture[project], p_idempotency_key: fixture.newIdempotencyKey() },
      ...{ p_through: '1990-01-01', p_reason: 'Before the books begin' },
    })
    await t.rpc('open_stock_count', { p_count: { title: 'Whole store' } })
    await t.rpc('import_customers', {
      p_import: {
        rows: [
          {
            name: `From a sheet of ${project}`,
            agent: project === 'a' ? 'A Agent' : 'B agent',
            terms_days: '30',
          },
        ],
      },
    })
    await t.rpc('import_products', {
      p_import: {
        rows: [
          { description: 'From a sheet', material_code: 'SHEET-1', def_cost: '1', def_srp: '2' },
        ],
      },
    })
    await fixture.db.sql(
      'update public.products set def_srp = 11, def_cost = 6 where id = $1::uuid',
      [product],
    )
    const held = await t.book(customer, [[product, 1, '10.00']])
    await t.validate(held.id, held.version)
    const [heldLine] = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid',
      [held.id],
    )
    await t.rpc('create_warehouse_request', {
      p_request: {
        booking_id: held.id,
        kind: 'reduce',
        reason: 'Damaged',
        lines: [{ line_id: heldLine!.id, quantity: 1 }],
      },
    })
    const [owner] = await fixture.db.sql<{ id: string }>(
      'select agent_id as id from public.customers where id = $1::uuid',
      [customer],
    )
    const tr = treasury(fixture, t, project)
    const cheque = await tr.cheque(customer, '10.00', [], await tr.day())
    const bank = await tr.bank()
    await tr.deposit(bank, [cheque], null, undefined, '5.00')
    await tr.state(bank, '100.00')
    const out = chequesOut(fixture, t, project)
    await out.book(bank, '0001', '0002')
    await out.layout(bank)
    await fixture.db.sql(
      `insert into public.paper_forms (project_id, paper, paper_size, lines_per_form, layout)
       values ($1::uuid, 'invoice', 'a5', 12, '{"date_x": 100}')`,
      [fixture[project]],
    )
    await tr.masters()
    const taken = fieldReceipts(fixture, t, project)
    await taken.remit([await taken.cash(customer, '30.00')], { '20': 1, '10': 1 })
    const d = disburse(fixture, project)
    await d.attach(await d.write('100.00'))
    await t.rpc(
      'set_agent_targets',
      { p_targets: { month: '2026-01', targets: [{ agent_id: owner!.id, sales: '100000' }] } },
      fixture.both,
    )
    await t.rpc(
      'save_account',
      { p_account: 'sales', p_version: 0, p_values: { code: '400', name: 'Sales of goods' } },
      fixture.both,
    )
    const seller = project === 'a' ? fixture.role['sales admin'] : fixture.both
    const list = await t.rpc<{ id: string; version: number }>(
      'save_price_list',
      { p_list: null, p_version: null, p_details: { name: `List of ${project}` } },
      seller,
    )
    await t.rpc(
      'set_price_list_items',
      {
        ...{ p_list: list.id, p_version: list.version },
        p_items: { items: [{ product_id: product, price: '9.00', floor: '8.00' }] },
      },
      seller,
    )
    await t.rpc(
      'save_customer_group',
      {
        ...{ p_group: null, p_version: null },
        p_details: { name: `Group of ${project}`, price_list_id: list.id },
      },
      seller,
    )
    const second = await fixture.addAgent(project, `${project} second agent`)
    await fillFor(second, owner!.id, t, taken, product)
    for (const target_agent_id of [second, owner!.id])
      await t.rpc('transfer_customers', {
        p_transfer: { customer_ids: [customer], target_agent_id },
      })
    for (const agent of [second, owner!.id]) await onRoute(fixture, fixture[project], agent)
    for (const agent of [second, owner!.id]) await onPhone(fixture, fixture[project], agent)
    await annotate(fixture, project)
    if (project === 'a') await move(fixture, second)
    await tellEverybody(fixture, project)
  }
}

/** Gives everybody, also people who do not belong to the project, notifications of it and choices, and a browser for pushes. */
async function tellEverybody(fixture: Fixture, project: 'a' | 'b'): Promise<void> {
  const people = JSON.stringify(identities(fixture).flatMap(({ user }) => (user ? [user] : [])))
  const everybody =
    'from (select distinct u::uuid as id from jsonb_array_elements_text($1::text::jsonb) u) u'
  await fixture.db.sql('delete from public.notifications where project_id = $1::uuid', [
    fixture[project],
  ])
  await fixture.db.sql(
    `insert into public.notifications (project_id, user_id, kind, document_kind, document_id, in_app, by_mail, by_push)
     select $2::uuid, u.id, 'mention', d.kind, d.id, true, false, false ${everybody}
     cross join (select 'memo' as kind, min(m.id::text)::uuid as id from public.memos m where m.project_id = $2::uuid
       union all select 'voucher', min(v.id::text)::uuid from public.vouchers v where v.project_id = $2::uuid) d`,
    [people, fixture[project]],
  )
  await fixture.db.sql(
    `insert into public.notification_choices (project_id, user_id, kind, in_app, by_mail, by_push)
     select $2::uuid, u.id, 'mention', true, true, true ${everybody}`,
    [people, fixture[project]],
  )
  await fixture.db.sql(
    `insert into public.push_subscriptions (user_id, browser, endpoint, p256dh, auth)
     select u.id, repeat(md5(u.id::text), 2), 'https://fcm.googleapis.com/fcm/send/' || u.id, repeat('A', 87), repeat('A', 22)
     ${everybody} join public.profiles p on p.user_id = u.id on conflict do nothing`,
    [people],
  )
}

/** Every document of all companies: kind, project and id. */
export const EVERY_DOCUMENT = `(select k.kind, d.project_id, d.id from private.document_kinds k join (
  ${['bookings', 'memos', 'collections', 'issued_cheques', 'purchases', 'vouchers', 'customers', 'products'].map((table) => `select '${table}' as of, project_id, id from public.${table}`).join(' union all ')}
  ) d on d.of = k.table_name) d`

/** Gives every document of a company a file and a comment. */
async function annotate(fixture: Fixture, project: 'a' | 'b'): Promise<void> {
  const documents = `${EVERY_DOCUMENT} where d.project_id = $1::uuid and private.document_title($1::uuid, d.kind, d.id) is not null`
  await fixture.db.sql(
    `insert into public.document_files (project_id, kind, document_id, name, path)
     select $1::uuid, d.kind, d.id, 'Paper.pdf', concat_ws('/', $1::uuid, d.kind, d.id, 'paper.pdf') from ${documents}`,
    [fixture[project]],
  )
  await fixture.db.sql(
    `insert into public.document_comments (project_id, kind, document_id, note) select $1::uuid, d.kind, d.id, 'Seen' from ${documents}`,
    [fixture[project]],
  )
}

/**
 * Moves a person from Agent to another role; the customers and bookings stay under their name. One
 * agent also gets a manager who is no Manager any more, as after a change of role.
 */
async function move(fixture: Fixture, person: string): Promise<void> {
  await fixture.db.sql(
    "update public.memberships set role = 'expenses and disbursements' where user_id = $1::uuid",
    [person],
  )
  const junior = await fixture.addAgent('a', 'A junior')
  await fixture.db.sql(
    'update public.memberships set manager_id = $1::uuid where user_id = $2::uuid',
    [fixture.role.Collector, junior],
  )
  fixture.moved = person
}

/** Gives an agent a route of own customers on a day of the week. */
async function onRoute(fixture: Fixture, project: string, agent: string): Promise<void> {
  await fixture.db.sql(
    `insert into public.routes (project_id, agent_id, weekday, customer_id, place, from_date)
     select c.project_id, c.agent_id, 1, c.id, row_number() over (order by c.id), '2026-01-01'
     from public.customers c
     where c.project_id = $1::uuid and c.agent_id = $2::uuid and c.approval_status = 'approved' limit 3`,
    [project, agent],
  )
  await fixture.db.sql(
    `with b as (
       insert into public.booklets (project_id, user_id, first_no, last_no, series, first_serial, last_serial)
       values ($1::uuid, $2::uuid, 'BK-1', 'BK-50', 'BK', 1, 50)
       returning project_id, id)
     insert into public.skipped_numbers (project_id, booklet_id, first_serial, last_serial, reason)
     select b.project_id, b.id, 1, 2, 'Torn' from b`,
    [project, agent],
  )
  await fixture.db.sql(
    `with v as (
       insert into public.visits (project_id, agent_id, customer_id, on_date, state, begun_at, ended_at)
       select r.project_id, r.agent_id, r.customer_id, '2026-01-05', 'visited', '2026-01-05 01:00Z', '2026-01-05 01:20Z'
       from public.routes r where r.project_id = $1::uuid and r.agent_id = $2::uuid limit 1
       returning project_id, id)
     insert into private.visit_places (project_id, visit_id, act, latitude, longitude, accuracy)
     select v.project_id, v.id, 'begin', 14.59951, 120.98422, 12 from v`,
    [project, agent],
  )
}

/** Registers a phone of a person in the field, with an act that was refused. */
async function onPhone(fixture: Fixture, project: string, person: string): Promise<void> {
  const device = randomUUID()
  await fixture.db.rpc(person, 'begin_field_session', { p_device: device, p_name: 'Phone' })
  await fixture.db.sql(
    `insert into public.field_acts
       (project_id, id, user_id, device, device_no, kind, device_at, made_at, app_version, facts, state, answer)
     values ($1::uuid, gen_random_uuid(), $2::uuid, $3::uuid, 1, 'booking', now(), now(), '2.2.0', '{}', 'refused', '{"message": "No"}')`,
    [project, person, device],
  )
}

/**
 * Adds a row of each personal kind for an agent without a Manager; the first such agent also
 * remits.
 */
async function fillFor(
  agent: string,
  first: string,
  t: ReturnType<typeof trade>,
  taken: ReturnType<typeof fieldReceipts>,
  product: string,
): Promise<void> {
  const { id: customer } = await t.rpc<{ id: string }>('request_customer', {
    p_customer: { name: 'Store of the second agent', agent_id: agent },
  })
  await t.book(customer, [[product, 1, '10.00']])
  const { id, version } = await t.book(customer, [[product, 2, '10.00']])
  await t.validate(id, version)
  await t.invoice(id, version + 1, 'INV-3')
  await t.deliver(id, version + 2)
  await t.approve((await t.collect(customer, '5.00', [[id, '5.00']])).id)
  for (const collector_id of [agent, first]) {
    const receipt = await taken.take(customer, '10.00', { collector_id })
    await taken.remit([receipt], { '10': 1 }, { collector_id })
  }
}
