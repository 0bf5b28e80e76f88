import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)

type Row = {
  id: string
  sort_key: string
  name: string
  exposure: string
  credit_left: string | null
}

const list = (filters: object, user = fixture.role['sales admin'], project = fixture.a) =>
  fixture.db.as<Row>(
    user,
    'select id, sort_key, name, exposure::text, credit_left::text from public.customer_list($1::uuid, $2::text::jsonb)',
    [project, JSON.stringify(filters)],
  )
const names = async (filters: object, user?: string) =>
  (await list(filters, user)).map(({ name }) => name)
const totals = async (filters: object) =>
  (
    await fixture.db.as(
      fixture.role['sales admin'],
      'select customers::int, pending::int, over_limit::int, exposure::text from public.customer_totals($1::uuid, $2::text::jsonb)',
      [fixture.a, JSON.stringify(filters)],
    )
  )[0]
const cursorOf = ({ id, sort_key }: Row) => {
  const [n, t] = sort_key.split('~')
  return { n, t, id }
}

const ids: Record<string, string> = {}
async function request(name: string, details: object = {}, user = fixture.role['finance admin']) {
  const made = await shop.rpc(
    'request_customer',
    { p_customer: { name, agent_id: fixture.role.Agent, ...details } },
    user,
  )
  ids[name] = made.id!
  return made.id!
}

beforeAll(async () => {
  await request("Aling Nena's Sari-Sari Store", { area: 'Pasig', credit_line: '100.00' })
  await request('Bagong Buhay Trading', {
    store_name: 'Buhay Mart',
    area: 'PASIG ',
    tin_no: '123-456-789-000',
    credit_line: '1000.00',
  })
  await request('Carmelita Reyes', { area: 'Taguig', tin_no: '987654321' })
  await request('Dodong Uy', { agent_id: await fixture.addAgent('a', 'Benigno Agbayani') })
  await request('Ester Waits', { area: 'Taguig' }, fixture.role.Agent)
  await trade(fixture, 'b').customer()
  const product = await shop.product('10.00', 100)
  const sold = await shop.book(ids["Aling Nena's Sari-Sari Store"]!, [[product, 8, '10.00']])
  await shop.validate(sold.id, sold.version)
  // A cheque that has not cleared pays half: that half is still at risk.
  const cheque = await shop.rpc<{ id: string }>('record_collection', {
    p_collection: {
      customer_id: ids["Aling Nena's Sari-Sari Store"],
      collection_type: 'cheque',
      amount: '50.00',
      cr_no: 'CR-LIST',
      cheque_bank: 'BDO',
      cheque_no: '1',
      cheque_date: '2026-01-15',
      allocations: [{ booking_id: sold.id, amount: '40.00' }],
    },
  })
  await shop.approve(cheque.id)
})

describe('customer_list', () => {
  it('searches name, store, TIN with or without dashes, area and agent', async () => {
    expect(await names({ search: 'nena' })).toEqual(["Aling Nena's Sari-Sari Store"])
    expect(await names({ search: 'buhay mart' })).toEqual(['Bagong Buhay Trading'])
    expect(await names({ search: '456789' })).toEqual(['Bagong Buhay Trading'])
    expect(await names({ search: '987-654' })).toEqual(['Carmelita Reyes'])
    expect(await names({ search: 'taguig' })).toEqual(['Carmelita Reyes', 'Ester Waits'])
    expect(await names({ search: 'agbayani' })).toEqual(['Dodong Uy'])
    expect(await names({ search: '%' })).toEqual([])
  })

  it('filters by status, agent, area and what is over its limit, and counts the same', async () => {
    expect(await names({ status: 'pending' })).toEqual(['Ester Waits'])
    expect(await names({ agent_id: fixture.role.Agent, status: 'approved' })).toHaveLength(3)
    expect(await names({ area: 'pasig' })).toEqual([
      "Aling Nena's Sari-Sari Store",
      'Bagong Buhay Trading',
    ])
    expect(await totals({ area: 'Pasig' })).toEqual({
      customers: 2,
      pending: 0,
      over_limit: 0,
      exposure: '90.00',
    })
    expect(await names({ over_limit: true })).toEqual([])
    const id = ids["Aling Nena's Sari-Sari Store"]!
    const [saved] = await fixture.db.sql<{ version: number }>(
      'select version from public.customers where id = $1::uuid',
      [id],
    )
    await shop.rpc(
      'set_credit_line',
      { p_customer: id, p_version: saved!.version, p_credit_line: '89.99', p_terms_days: 0 },
      fixture.role['finance admin'],
    )
    expect(await names({ over_limit: true })).toEqual(["Aling Nena's Sari-Sari Store"])
    expect(await totals({})).toEqual({ customers: 5, pending: 1, over_limit: 1, exposure: '90.00' })
  })

  it('shows the exposure of the customer page, also to who sees no receipts', async () => {
    for (const row of await list({})) {
      const position = await shop.position(row.id)
      expect([row.exposure, row.credit_left]).toEqual([position.exposure, position.credit_left])
    }
  })

  it('pages on and back without losing or repeating a row, in every order', async () => {
    for (const sort of ['name', '-exposure', 'credit_left', 'added', '-added']) {
      const all = await list({ sort })
      const seen: Row[] = []
      let after: object | undefined
      do {
        const page = await list({ sort, limit: 1, ...(after && { after }) })
        seen.push(...page)
        after = page[0] && cursorOf(page[0])
      } while (after)
      expect(seen, sort).toEqual(all)
      expect(await list({ sort, before: cursorOf(all[3]!) }), sort).toEqual(
        all.slice(0, 3).reverse(),
      )
    }
    expect((await names({ sort: '-exposure' }))[0]).toBe("Aling Nena's Sari-Sari Store")
    expect((await names({ sort: 'credit_left' })).slice(0, 2)).toEqual([
      "Aling Nena's Sari-Sari Store",
      'Bagong Buhay Trading',
    ])
  })

  it('shows an Agent the own ones, a Manager the team, nobody another company', async () => {
    expect(await names({}, fixture.role.Agent)).not.toContain('Dodong Uy')
    expect(await names({}, fixture.role.Agent)).toHaveLength(4)
    expect(await names({}, fixture.role.Manager)).toHaveLength(4)
    for (const [user, project] of [
      [fixture.staffB, fixture.a],
      [fixture.role['expenses and disbursements'], fixture.a],
    ] as const)
      await expect(list({}, user, project)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('customer_duplicates', () => {
  type Duplicate = { candidate: string; name: string; same_tin: boolean; same_taxpayer: boolean }
  const duplicates = (candidates: object[], user = fixture.role['finance admin']) =>
    fixture.db.as<Duplicate>(
      user,
      'select candidate, name, same_tin, same_taxpayer from public.customer_duplicates($1::uuid, $2::text::jsonb)',
      [fixture.a, JSON.stringify({ candidates })],
    )
  const of = async (candidate: object, user?: string) =>
    (await duplicates([{ key: 'x', ...candidate }], user)).map(({ name }) => name)

  it('knows a TIN however it is written, and the same taxpayer at another branch', async () => {
    const [same] = await duplicates([{ key: 'x', tin_no: '123456789' }])
    expect(same).toMatchObject({ name: 'Bagong Buhay Trading', same_tin: true })
    const [branch] = await duplicates([{ key: 'x', tin_no: '123-456-789-002' }])
    expect(branch).toMatchObject({ same_tin: false, same_taxpayer: true })
    expect(await of({ tin_no: '123-456' })).toEqual([])
    expect(await of({ tin_no: '123-456-780' })).toEqual([])
  })

  it.each([
    ['aling nenas store', "Aling Nena's Sari-Sari Store"],
    ['Aling Nina', "Aling Nena's Sari-Sari Store"],
    ['BAGONG BUHAY ENTERPRISES, INC.', 'Bagong Buhay Trading'],
    ['Buhay Minimart', 'Bagong Buhay Trading'],
    ['Reyes, Carmelita', 'Carmelita Reyes'],
    ['Karmelita Reyes', 'Carmelita Reyes'],
  ])('finds %s to be like %s', async (typed, known) => {
    expect(await of({ name: typed })).toEqual([known])
    expect(await of({ store_name: typed })).toEqual([known])
  })

  it.each(['Aling Rosa Store', 'Carmen Reyna', 'Sari-Sari Store', 'Trading', '!!', ''])(
    'finds %s to be new',
    async (typed) => {
      expect(await of({ name: typed })).toEqual([])
    },
  )

  it('compares a request with all others but itself, several at a time', async () => {
    const id = await request('Ester Waitz', {}, fixture.role.Agent)
    const found = await duplicates([
      { key: 'one', id, name: 'Ester Waitz' },
      { key: 'two', name: 'Dodong Uy' },
    ])
    expect(found.map(({ candidate, name }) => [candidate, name])).toEqual([
      ['one', 'Ester Waits'],
      ['two', 'Dodong Uy'],
    ])
  })

  it('tells nobody of customers that they may not read', async () => {
    expect(await of({ name: 'Dodong Uy' }, fixture.role.Agent)).toEqual([])
    expect(await of({ name: 'Dodong Uy' }, fixture.staffB)).toEqual([])
  })
})

describe('the plans', () => {
  it('read open bookings, uncleared cheques and customers of the project by their indexes', async () => {
    // Small tables are read whole unless that is forbidden: what is left then is what an index cannot do.
    const user = fixture.role['sales admin']
    const counted = `(select json_object_agg(c.relname, pg_stat_get_xact_numscans(c.oid)) from pg_class c
      where c.relname in ('bookings', 'collections', 'customers', 'bookings_open_idx', 'receivable_positions', 'receivable_positions_uncharged_idx'))`
    await fixture.db.sql(`do $$ declare v_before json := ${counted}; begin
      perform set_config('request.jwt.claim.sub', '${user}', true);
      perform set_config('request.jwt.claims', '{"sub": "${user}", "role": "authenticated"}', true);
      perform set_config('enable_seqscan', 'off', true);
      perform count(*) from public.customer_list('${fixture.a}', '{"sort": "-exposure"}');
      perform set_config('test.scans', json_build_array(v_before, ${counted})::text, false);
    end $$`)
    const [row] = await fixture.db.sql<{ scans: string }>(
      "select current_setting('test.scans') as scans",
    )
    const [before, after] = JSON.parse(row!.scans) as Record<string, number>[]
    const made = Object.entries(after!).map(([name, count]) => [name, count - before![name]!])
    expect(Object.fromEntries(made)).toEqual({
      bookings: 0,
      collections: 0,
      customers: 0,
      bookings_open_idx: 1,
      receivable_positions: 0,
      receivable_positions_uncharged_idx: 1,
    })
  })
})
