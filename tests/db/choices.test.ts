import { beforeAll, describe, expect, it } from 'vitest'
import { choicesOf } from '../support/choices.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'
import { fillTables, identities, scopeOfRole } from './identities.ts'

const fixture = testFixture()
const shop = trade(fixture)

/** Each list as one who reads its tables gets it. */
const PLAIN: Record<string, string> = {
  areas: `select area as name from (select min(area) as area from public.customers where project_id = $1::uuid and btrim(area) <> '' group by lower(area)) x order by area limit 20`,
  banks: `select id, bank, account_no from public.banks where project_id = $1::uuid and status = 'active' order by sort_key, id`,
  cost_centers: `select id, cost_center, account_number from public.cost_centers where project_id = $1::uuid and status = 'active' order by sort_key, id`,
  customers: `select id, name, store_name, area, agent_id from public.customers where project_id = $1::uuid and approval_status = 'approved' order by sort_key, id limit 20`,
  payees: `select id, fname, account_no from public.payees where project_id = $1::uuid and status = 'active' order by sort_key, id limit 20`,
  products: `select id, material_code, description from public.products where project_id = $1::uuid and status = 'active' order by sort_key, id limit 20`,
  releasers: `select id, fname, mname, lname, designation from public.releasers where project_id = $1::uuid and status = 'active' order by sort_key, id`,
  stock: `select p.id, p.material_code, p.description, p.case_config, p.price_unit, i.available, i.current_srp::text, i.current_srp_pieces
    from public.products p join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
    where p.project_id = $1::uuid and p.status = 'active' order by p.sort_key, p.id limit 20`,
  suppliers: `select name from public.suppliers where project_id = $1::uuid and merged_into is null order by 1 limit 20`,
  voucher_categories: `select distinct category, classification from public.vouchers
    where project_id = $1::uuid and (category is not null or classification is not null) order by category nulls last, classification nulls last`,
}
const NAMES = ['areas', 'suppliers']

const ids: Record<string, string> = {}
const names = async (list: object, user = fixture.role['sales admin']) =>
  (await choicesOf<{ name: string }>(fixture, list, user)).map(({ name }) => name)
const codes = async (list: object) =>
  (await choicesOf<{ material_code: string }>(fixture, list, fixture.role['sales admin'])).map(
    ({ material_code }) => material_code,
  )

beforeAll(async () => {
  await fillTables(fixture)
  const add = async (name: string, details: object) => {
    const made = await shop.rpc(
      'request_customer',
      { p_customer: { name, agent_id: fixture.role.Agent, ...details } },
      fixture.role['finance admin'],
    )
    ids[name] = made.id!
  }
  await add('50% Off Store', { area: 'Pasig', store_name: 'Corner' })
  await add('50 Off_Store', { area: 'PASIG', agent_id: await fixture.addAgent('a', 'Other Agent') })
  await add('Cruz, Ana (Sari-Sari)', { area: 'Taguig', store_name: '"Ana\'s" Store' })
  await fixture.db.sql(
    "update public.customers set approval_status = 'inactive' where id = $1::uuid",
    [ids['50 Off_Store']],
  )
  await fixture.db.sql(
    "update public.products set supplier = 'Maker' where project_id = $1::uuid",
    [fixture.a],
  )
  await fixture.db.sql(
    `insert into public.customers (project_id, name, agent_id, approval_status, date_added)
     select $1::uuid, 'Many ' || to_char(n, 'FM000'), $2::uuid, 'approved', date '2026-01-05' from generate_series(1, 60) n`,
    [fixture.a, fixture.role.Agent],
  )
}, 120_000)

describe('the choices', () => {
  it('of each list are the rows that each person may read, in their order', async () => {
    const wrong: string[] = []
    for (const { name, user } of identities(fixture).filter((who) => who.user !== null))
      for (const project of [fixture.a, fixture.b])
        for (const [of, plain] of Object.entries(PLAIN)) {
          const rows = await fixture.db.as<{ name?: string }>(user!, plain, [project])
          const wanted = NAMES.includes(of) ? rows.map((row) => row.name) : rows
          const found = await choicesOf(fixture, { of }, user!, project)
          if (JSON.stringify(sorted(found)) !== JSON.stringify(sorted(wanted)))
            wrong.push(`${name} ${of}: ${found.length} of ${wanted.length}`)
        }
    expect(wrong).toEqual([])
  }, 240_000)

  it('of accounts, of costs and of people keep to the permissions and the company', async () => {
    for (const { name, user, a } of identities(fixture).filter((who) => who.user !== null)) {
      const accounts = choicesOf(fixture, { of: 'accounts' }, user!).catch(({ code }) => code)
      const costs = choicesOf(fixture, { of: 'product_suppliers' }, user!)
      const people = await choicesOf<{ user_id: string }>(fixture, { of: 'people' }, user!)
      if (scopeOfRole(a, 'journal.read')) expect(await accounts, name).toHaveLength(31)
      else expect(await accounts, name).toBe('42501')
      expect((await costs).length > 0, name).toBe(scopeOfRole(a, 'costs.read') !== null)
      if (a === null && user !== fixture.admin) expect(people, name).toEqual([])
      else expect(people.length, name).toBeGreaterThan(0)
      expect(people.map(({ user_id }) => user_id)).not.toContain(fixture.staffB)
    }
  })

  it('are searched by every word, whatever letters it has, and by a whole name or code', async () => {
    const found = (words: string[]) => names({ of: 'customers', words })
    expect(await found(['50%'])).toEqual(['50% Off Store'])
    expect(await found(['_store'])).toEqual([])
    expect(await found(['STORE', 'pasig', 'corn'])).toEqual(['50% Off Store'])
    expect(await found(['store', 'nowhere'])).toEqual([])
    expect(await found(['cruz,', '(sari', '"ana'])).toEqual(['Cruz, Ana (Sari-Sari)'])
    const exact = (name: string) => names({ of: 'customers', exact: name })
    expect(await exact('cruz, ANA (sari-sari)')).toEqual(['Cruz, Ana (Sari-Sari)'])
    expect(await exact('Cruz')).toEqual([])
    expect(await exact('50_ off store')).toEqual([])
    const [code] = await codes({ of: 'products' })
    expect(await codes({ of: 'products', exact: code!.toLowerCase() })).toEqual([code])
    expect(await codes({ of: 'stock', exact: code!.toUpperCase() })).toEqual([code])
    const areas = (list: object) =>
      choicesOf(fixture, { of: 'areas', ...list }, fixture.role['sales admin'])
    expect(await areas({ words: ['PAS'] })).toHaveLength(1)
    expect(await areas({ exact: 'taguig' })).toEqual(['Taguig'])
    expect(await areas({ exact: 'tagui' })).toEqual([])
  })

  it('are as many as are asked for', async () => {
    expect(await names({ of: 'customers', words: ['many'], limit: 51 })).toHaveLength(51)
    expect(await names({ of: 'customers', words: ['many'] })).toHaveLength(20)
    expect((await names({ of: 'customers', words: ['many'], limit: 3 })).at(-1)).toBe('Many 003')
  })

  it('by id are there when inactive, and never those of others', async () => {
    const inactive = ids['50 Off_Store']!
    expect(await names({ of: 'customers', words: ['off_'] })).toEqual([])
    const list = { of: 'customers', ids: [inactive] }
    expect(await names(list)).toEqual(['50 Off_Store'])
    expect(await names(list, fixture.role.Agent)).toEqual([])
    expect(await names(list, fixture.both)).toEqual(['50 Off_Store'])
    for (const of of ['customers', 'payees', 'products', 'stock', 'banks', 'cost_centers']) {
      const table = of === 'stock' ? 'products' : of
      const others = await fixture.db.sql<{ id: string }>(
        `select id from public.${table} where project_id = $1::uuid`,
        [fixture.b],
      )
      expect(others.length, of).toBeGreaterThan(0)
      const list = { of, ids: others.map(({ id }) => id) }
      const found = await choicesOf<{ id: string }>(fixture, list, fixture.both)
      expect(found.filter(({ id }) => others.some((other) => other.id === id))).toEqual([])
    }
  })

  it('include an inactive account of a bank that is chosen already', async () => {
    const [bank] = await fixture.db.sql<{ id: string }>(
      `insert into public.banks (project_id, bank, account_no, status) values ($1::uuid, 'Closed Bank', '99', 'inactive') returning id`,
      [fixture.a],
    )
    const banks = async (list: object) =>
      (
        await choicesOf<{ bank: string }>(
          fixture,
          { of: 'banks', ...list },
          fixture.role['special access 1'],
        )
      ).map((row) => row.bank)
    expect(await banks({})).not.toContain('Closed Bank')
    expect(await banks({ ids: [bank!.id] })).toContain('Closed Bank')
  })

  it('are refused where the list or its question is none', async () => {
    for (const list of [
      { of: 'secrets' },
      {},
      5,
      null,
      { of: 'customers', ids: 'all' },
      { of: 'customers', ids: ['x'] },
      { of: 'areas', words: 'a' },
    ])
      await expect(
        choicesOf(fixture, list as object, fixture.role.Owner),
        JSON.stringify(list),
      ).rejects.toMatchObject({ code: '22023' })
  })
})

/** Puts the keys of each row into one order. */
function sorted(rows: unknown[]): unknown[] {
  return rows.map((row) =>
    row && typeof row === 'object' ? Object.fromEntries(Object.entries(row).sort()) : row,
  )
}
