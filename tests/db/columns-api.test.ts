import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { type FieldApp, fieldFixture } from '../support/field.ts'

const fixture = fieldFixture()
const SUPPLIER = 'Kept Secret Suppliers'
const COST = '7531.59'

/** One without costs.read of each kind, and one who has it: no way of asking differs. */
const ROLES = ['agent', 'manager', 'collector', 'warehouse', 'general-manager'] as const
const apps = {} as Record<(typeof ROLES)[number], FieldApp>

beforeAll(async () => {
  const { staff, agent } = fixture.people
  for (const role of ROLES) apps[role] = await fixture.as(role)
  const { error } = await staff.db
    .from('products')
    .update({ supplier: SUPPLIER, def_cost: COST as never })
    .eq('project_id', fixture.project)
    .select('id')
  expect(error).toBeNull()
  await fixture.sold(await fixture.customer('Store of the matrix', agent), true)
}, 180_000)

/** A query as a client writes it: table, columns, and filters or an order. */
type Query = [table: string, select: string, more?: (query: Asked) => Asked]
/** The client's query without its types, which refuse some of these before they are sent. */
interface Asked extends PromiseLike<{ data: unknown; error: { code?: string } | null }> {
  gt(column: string, value: unknown): Asked
  eq(column: string, value: unknown): Asked
  not(column: string, operator: string, value: unknown): Asked
  like(column: string, pattern: string): Asked
  or(filters: string): Asked
  order(column: string, options?: { ascending: boolean }): Asked
  limit(rows: number): Asked
}

const CLOSED: Query[] = [
  ['products', '*'],
  ['products', 'def_cost'],
  ['products', 'harmless:def_cost'],
  ['products', 'id, def_cost::text'],
  ['products', 'supplier'],
  ['products', 'id', (query) => query.gt('def_cost', 5)],
  ['products', 'id', (query) => query.or('status.eq.none,supplier.ilike.%secret%')],
  ['products', 'id', (query) => query.not('supplier', 'is', null)],
  ['products', 'id', (query) => query.order('def_cost')],
  ['products', 'id', (query) => query.order('supplier', { ascending: false }).limit(1)],
  ['inventory', '*'],
  ['inventory', 'purchased'],
  ['inventory', 'product_id', (query) => query.gt('supplier_returned', 0)],
  ['inventory', 'product_id, products(*)'],
  ['inventory', 'product_id, products(def_cost)'],
  ['inventory', 'product_id, products!inner(name:supplier)'],
  ['inventory', 'product_id, products!inner(id)', (query) => query.gt('products.def_cost', 5)],
  ['bookings', 'id, booking_lines(inventory(products(def_cost)))'],
  ['bookings', 'id, booking_lines(inventory(*))'],
  ['projects', '*'],
  ['projects', 'owner_email'],
  ['projects', 'who:owner_name'],
  ['projects', 'settings'],
  ['projects', 'settings->maker_checker'],
  ['projects', 'id', (query) => query.like('owner_email', '%@%')],
  ['projects', 'id', (query) => query.gt('booking_count', 3)],
  ['projects', 'id', (query) => query.eq('settings->>age_by', 'due')],
  ['projects', 'id', (query) => query.order('voucher_count')],
  ['products', 'id, projects(owner_email, settings)'],
  ['stock_count_lines', 'expected'],
]

const ask = (db: Db, [table, select, more = (query) => query]: Query) =>
  more(db.from(table as 'products').select(select) as unknown as Asked)

describe('closed columns through the API', () => {
  it.each(ROLES)('are refused to %s in every part of a query', async (role) => {
    const answered: string[] = []
    for (const query of CLOSED) {
      const { data, error } = await ask(apps[role].db, query)
      const refused = error?.code
      if (refused !== '42501') answered.push(`${query}: ${refused ?? JSON.stringify(data)}`)
    }
    expect(answered).toEqual([])
  })

  it('are written by those who may, and come back in no returned row', async () => {
    const { db, project } = fixture.people.staff
    const product = (code: string) => ({
      id: randomUUID(),
      project_id: project,
      description: code,
      material_code: code,
      supplier: SUPPLIER,
      def_cost: 3,
    })
    const closed = ['', '*', 'def_cost', 'id, supplier']
    for (const [n, columns] of closed.entries()) {
      const made = await db
        .from('products')
        .insert(product(`C-${n}`))
        .select(columns)
      expect(made.error, columns).toMatchObject({ code: '42501' })
    }
    const saved = product('C-9')
    expect((await db.from('products').insert(saved)).error).toBeNull()
    const cost = { def_cost: 4 }
    const change = () => db.from('products').update(cost).eq('id', saved.id)
    for (const columns of closed)
      expect((await change().select(columns)).error, columns).toMatchObject({ code: '42501' })
    expect(rows(await change().select('id, version'))).toEqual([{ id: saved.id, version: 2 }])
    expect((await change()).error).toBeNull()
    const costs = await db.rpc('product_costs', { p_project: project, p_products: [saved.id] })
    expect(rows(costs)).toMatchObject([{ product_id: saved.id, supplier: SUPPLIER }])
    expect(Number(rows(costs)[0]!.def_cost)).toBe(4)
  })
})

describe('a field app', () => {
  it('reads stock and price of every product, and neither cost nor movements', async () => {
    for (const role of ['agent', 'manager'] as const) {
      const { db, project } = apps[role]
      const stock = rows(
        await db
          .from('inventory')
          .select('available, on_hand, current_srp, products!inner(description, case_config)')
          .eq('project_id', project),
      )
      expect(stock.length, role).toBeGreaterThan(0)
      expect(rows(await db.from('stock_movements').select('id'))).toEqual([])
      const listed = await db.rpc('product_list', { p_project: project })
      expect(rows(listed)[0]).toMatchObject({ supplier: null, def_cost: null, below_cost: null })
      expect(JSON.stringify(listed.data)).not.toMatch(new RegExp(`${SUPPLIER}|${COST}`))
      for (const name of ['product_costs', 'inventory_actual', 'project_details'] as const)
        expect((await db.rpc(name, { p_project: project })).error, name).toMatchObject({
          code: '42501',
        })
    }
  })

  it('reads the label of remittances alone of the settings', async () => {
    const settings = async (role: (typeof ROLES)[number]) => {
      const { data } = await apps[role].db.rpc('current_identity')
      return Object.keys((data as { memberships: { settings: object }[] }).memberships[0]!.settings)
    }
    for (const role of ['agent', 'manager', 'collector'] as const)
      expect(await settings(role), role).toEqual(['drr_label'])
    expect(await settings('warehouse')).not.toContain('stock_cost')
    expect(await settings('general-manager')).toContain('vat_percent')
  })
})
