import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Role } from '../../app/platform/access/permissions.ts'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()
const newIdempotencyKey = () => randomUUID()

const project = async (id: string) =>
  (await fixture.db.sql('select * from public.projects where id = $1::uuid', [id]))[0]!
const versionOf = async (user: string) =>
  (await fixture.db.sql('select version from public.profiles where user_id = $1::uuid', [user]))[0]!
    .version as number
const memberships = (user: string) =>
  fixture.db.sql(
    'select project_id, role, manager_id, status from public.memberships where user_id = $1::uuid order by status, project_id',
    [user],
  )

async function change(id: string, p_details: object, version?: number) {
  return fixture.db.rpc<{ version: number }>(fixture.admin, 'update_project', {
    p_project: id,
    p_idempotency_key: newIdempotencyKey(),
    p_version: version ?? (await project(id)).version,
    p_details,
  })
}

async function makeMember(name: string, role: Role, projects: string[], manager_id?: string) {
  const user = randomUUID()
  const email = `${user}@fixture.test`
  await fixture.db.sql('insert into auth.users (id, email) values ($1::uuid, $2)', [user, email])
  await fixture.db.rpc(fixture.admin, 'provision_member', {
    p_project: projects[0],
    p_idempotency_key: newIdempotencyKey(),
    p_member: { user_id: user, email, display_name: name, role, project_ids: projects, manager_id },
  })
  return user
}

async function become(user: string, role: Role, projects: string[], manager_id?: string) {
  return fixture.db.rpc<{ version: number }>(fixture.admin, 'update_member', {
    p_project: projects[0],
    p_idempotency_key: newIdempotencyKey(),
    p_version: await versionOf(user),
    p_member: { user_id: user, role, project_ids: projects, manager_id },
  })
}

describe('update_project', () => {
  it('changes what is named and nothing else', async () => {
    const before = await project(fixture.b)
    await change(fixture.b, {
      owner_name: ' Ana Reyes ',
      title: 'Beta Trading Corporation',
      address: '1 Mabini St, Cebu City',
      other_info1: 'VAT reg. TIN 123',
      product_categories2: ['Snacks', ' Drinks '],
      ageing_buckets: [15, 30, 45],
      drr_label: 'Remittance',
      age_by: 'document',
      stock_cost: 'average',
      allow_back_orders: true,
      credit_override_maker_checker: false,
      vat_percent: '10.5',
      booking_count: 500,
      status: 'removed',
    })
    const after = await project(fixture.b)
    expect(after).toMatchObject({
      name: before.name,
      status: 'active',
      booking_count: before.booking_count,
      owner_name: 'Ana Reyes',
      address: '1 Mabini St, Cebu City',
      product_categories1: before.product_categories1,
      product_categories2: ['Snacks', 'Drinks'],
      version: (before.version as number) + 1,
      settings: {
        ageing_buckets: [15, 30, 45],
        drr_label: 'Remittance',
        age_by: 'document',
        stock_cost: 'average',
        allow_back_orders: true,
        maker_checker: { credit_override: false },
        vat_percent: 10.5,
      },
    })
    await change(fixture.b, { owner_name: '', title: null })
    expect(await project(fixture.b)).toMatchObject({ owner_name: null, title: null })
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'ALPHA trading' }, 'name'],
    [{ time_zone: 'Asia/Atlantis' }, 'time_zone'],
    [{ currency: 'pesos' }, 'currency'],
    [{ product_categories1: ['Soap', 'soap '] }, 'product_categories1'],
    [{ ageing_buckets: [30, 30, 60] }, 'ageing_buckets'],
    [{ ageing_buckets: [30, 60] }, 'ageing_buckets'],
    [{ ageing_buckets: ['x', 1, 2] }, 'ageing_buckets'],
    [{ age_by: 'moon' }, 'age_by'],
    [{ stock_cost: 'guess' }, 'stock_cost'],
    [{ drr_label: '' }, 'drr_label'],
    [{ field_days: '61' }, 'field_days'],
    [{ field_days: '' }, 'field_days'],
    [{ allow_back_orders: 'yes' }, 'allow_back_orders'],
    [{ next_so_no: 0 }, 'next_so_no'],
    [{ logo_uri: 'https://elsewhere.test/logo.png' }, 'logo_uri'],
  ])('refuses %j at its field', async (details, field) => {
    const before = await project(fixture.b)
    await expect(change(fixture.b, details)).rejects.toMatchObject({ detail: field })
    expect(await project(fixture.b)).toEqual(before)
  })

  it('refuses a form that is older than the last change, but not for a number drawn meanwhile', async () => {
    const { version } = await project(fixture.b)
    await change(fixture.b, { other_info2: 'first' }, version as number)
    await expect(
      change(fixture.b, { other_info2: 'second' }, version as number),
    ).rejects.toMatchObject({ hint: 'stale_version' })
    const current = (await project(fixture.b)).version as number
    await fixture.db.sql(
      'update public.projects set voucher_count = voucher_count + 1 where id = $1::uuid',
      [fixture.b],
    )
    await change(fixture.b, { other_info2: 'third' }, current)
  })

  it('lets the series go on from paper books until a number was drawn', async () => {
    const id = randomUUID()
    await fixture.db.rpc(fixture.admin, 'create_project', {
      p_project: id,
      p_idempotency_key: newIdempotencyKey(),
      p_details: { name: 'Gamma Trading' },
    })
    await change(id, { next_so_no: 4001, next_voucher_no: 77 })
    expect(await project(id)).toMatchObject({ booking_count: 4000, voucher_count: 77 })
    const agent = await makeMember('Gamma agent', 'Agent', [id])
    const staff = await makeMember('Gamma staff', 'special access 1', [id])
    const customer = await fixture.db.rpc(staff, 'request_customer', {
      p_project: id,
      p_idempotency_key: newIdempotencyKey(),
      p_customer: { name: 'Store', agent_id: agent },
    })
    await fixture.db.sql(
      "insert into public.products (id, project_id, description, material_code) values ($1::uuid, $2::uuid, 'P', 'P1')",
      [agent, id],
    )
    const booking = await fixture.db.rpc(staff, 'create_booking', {
      p_project: id,
      p_idempotency_key: newIdempotencyKey(),
      p_booking: {
        customer_id: customer.id,
        lines: [{ product_id: agent, quantity: 1, agent_srp: '1.00' }],
      },
    })
    expect(booking.so_no).toBe('SO-004001')
    await expect(change(id, { next_so_no: 9000 })).rejects.toMatchObject({ hint: 'wrong_state' })
    await change(id, { next_so_no: 4002 })
  })

  it('writes a trail that the administrator reads, without the counters', async () => {
    const rows = await fixture.db.as<{ after: Record<string, unknown> }>(
      fixture.admin,
      "select after from public.audit_log where table_name = 'projects' and row_id = $1::uuid and action = 'update'",
      [fixture.b],
    )
    const keys = rows.flatMap((row) => Object.keys(row.after))
    expect(keys).toContain('other_info2')
    expect(keys).not.toContain('voucher_count')
  })
})

describe('update_member', () => {
  it('moves an agent with one project and one manager, effective at the next statement', async () => {
    const manager = await makeMember('Beta manager', 'Manager', [fixture.b])
    const agent = await makeMember('Mover', 'Agent', [fixture.a])
    await become(agent, 'Agent', [fixture.b], manager)
    expect(await memberships(agent)).toEqual([
      { project_id: fixture.b, role: 'Agent', manager_id: manager, status: 'active' },
      { project_id: fixture.a, role: 'Agent', manager_id: null, status: 'inactive' },
    ])
    expect(
      (await fixture.db.as(agent, 'select id from public.projects')).map((row) => row.id),
    ).toEqual([fixture.b])
    // Coming back through the old membership would make two projects of a role that has one.
    await expect(
      fixture.db.rpc(fixture.admin, 'set_member_status', {
        p_project: fixture.a,
        p_idempotency_key: newIdempotencyKey(),
        p_user: agent,
        p_status: 'active',
      }),
    ).rejects.toMatchObject({ hint: 'wrong_state' })
  })

  it('fans a role out, and gathers it again', async () => {
    const person = await makeMember('Climber', 'finance admin', [fixture.a])
    await become(person, 'Owner', [fixture.a, fixture.b])
    expect((await memberships(person)).map((row) => [row.role, row.status])).toEqual([
      ['Owner', 'active'],
      ['Owner', 'active'],
    ])
    await become(person, 'warehouse', [fixture.b])
    const identity = await fixture.db.rpc<{ memberships: { project_id: string; role: string }[] }>(
      person,
      'current_identity',
      {},
    )
    expect(identity.memberships.map(({ project_id, role }) => [project_id, role])).toEqual([
      [fixture.b, 'warehouse'],
    ])
  })

  it('refuses what the roles do not allow', async () => {
    const person = await makeMember('Refused', 'finance admin', [fixture.a])
    const before = await memberships(person)
    for (const [attempt, field] of [
      [() => become(person, 'sales admin', [fixture.a, fixture.b]), 'project_ids'],
      [() => become(person, 'Wizard' as Role, [fixture.a]), 'role'],
      [() => become(person, 'finance admin', [fixture.a], fixture.role.Manager), 'manager_id'],
      [() => become(person, 'Agent', [fixture.b], fixture.role.Manager), 'manager_id'],
      [() => become(person, 'Agent', [fixture.a], person), 'manager_id'],
    ] as const)
      await expect(attempt()).rejects.toMatchObject({ detail: field })
    await expect(become(fixture.admin, 'Owner', [fixture.a])).rejects.toMatchObject({
      code: 'P0002',
    })
    expect(await memberships(person)).toEqual(before)
  })

  it('keeps a manager in place while agents work under them', async () => {
    const manager = await makeMember('Leader', 'Manager', [fixture.a])
    const agent = await makeMember('Led', 'Agent', [fixture.a], manager)
    await expect(become(manager, 'sales admin', [fixture.a])).rejects.toMatchObject({
      hint: 'has_agents',
    })
    await expect(become(manager, 'Manager', [fixture.b])).rejects.toMatchObject({
      hint: 'has_agents',
    })
    await become(agent, 'Agent', [fixture.a])
    await become(manager, 'Manager', [fixture.b])
  })

  it('refuses the second of two administrators’ forms', async () => {
    const person = await makeMember('Contested', 'warehouse', [fixture.a])
    const version = await versionOf(person)
    const send = (role: Role) =>
      fixture.db.rpc(fixture.admin, 'update_member', {
        p_project: fixture.a,
        p_idempotency_key: newIdempotencyKey(),
        p_version: version,
        p_member: { user_id: person, role },
      })
    await send('sales admin')
    await expect(send('invoice admin')).rejects.toMatchObject({ hint: 'stale_version' })
  })

  it('does not put people into a project that has been deactivated', async () => {
    const id = randomUUID()
    await fixture.db.rpc(fixture.admin, 'create_project', {
      p_project: id,
      p_idempotency_key: newIdempotencyKey(),
      p_details: { name: 'Delta Trading' },
    })
    await fixture.db.rpc(fixture.admin, 'remove_project', {
      p_project: id,
      p_idempotency_key: newIdempotencyKey(),
      p_status: 'inactive',
    })
    const person = await makeMember('Homeless', 'warehouse', [fixture.a])
    await expect(become(person, 'warehouse', [id])).rejects.toMatchObject({ detail: 'project_ids' })
  })
})

describe('admin_overview', () => {
  it('counts what there is', async () => {
    const counts = await fixture.db.rpc<Record<string, Record<string, number>>>(
      fixture.admin,
      'admin_overview',
      {},
    )
    const [row] = await fixture.db.sql(
      `select (select count(*)::int from public.projects where status = 'active') as active,
        (select count(distinct user_id)::int from public.memberships where role = 'Agent' and status = 'active') as agents,
        (select count(*)::int from public.memberships where project_id = $1::uuid and status = 'active') as here`,
      [fixture.a],
    )
    expect(counts.projects!.active).toBe(row!.active)
    expect(counts.projects!.removed).toBe(1)
    expect(counts.roles!.Agent).toBe(row!.agents)
    expect(counts.people_by_project![fixture.a]).toBe(row!.here)
  })
})
