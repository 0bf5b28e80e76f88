import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readStockFilters } from '../../app/modules/inventory/stock/filters.ts'
import { listStock } from '../../app/modules/inventory/stock/queries.server.ts'
import { rows } from '../../app/platform/db/command.server.ts'
import { BY_SORT_KEY, readKeyset } from '../../app/platform/db/keyset.ts'
import { readPage } from '../../app/platform/db/page.server.ts'
import { insertRecord, updateRecord } from '../../app/platform/db/records.server.ts'
import { anyContains } from '../../app/platform/db/search.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { COMPANIES, ensureCompany } from '../../scripts/demo/people.ts'
import { accountClient, personClient } from '../../server/supabase.ts'
import { ensureAdmin, signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { openTestBackend, type TestBackend } from '../support/test-backend.ts'

const company = COMPANIES[1]!
let testBackend: TestBackend
let admin: Db
let staff: Db
let agent_id: string

const as = (login: string) =>
  signInAs(testBackend.backend, { email: `${login}@${company.domain}`, password: DEMO_PASSWORD })

beforeAll(async () => {
  testBackend = (await openTestBackend(inject('postgres') ? 'postgres' : 'pglite'))!
  admin = await ensureAdmin(testBackend.backend, {
    email: 'admin@demo.test',
    password: DEMO_PASSWORD,
  })
  await ensureCompany(testBackend.backend, admin, company)
  staff = await as('special-access-1')
  const agents = rows(await staff.from('memberships').select('user_id').eq('role', 'Agent'))
  agent_id = agents[0]!.user_id
})
afterAll(() => testBackend?.drop())

/** The embedded server must answer supabase-js as hosted Supabase does. */
describe('the embedded API', () => {
  it('says of what is no day and no yes or no that it is none', async () => {
    for (const value of ['0', 'soon', { a: 1 }, 9e18]) {
      const wanted = { p_project: company.id, p_booking: company.id, p_on: value as string }
      const { error } = await staff.rpc('delivery_receipt', wanted)
      expect(error, String(value)).toMatchObject({ code: expect.stringMatching(/^22/) })
    }
    for (const value of ['soon', '7 and a half']) {
      const since = await staff.from('products').select('id').gte('modified_at', value)
      const returned = await staff
        .from('purchases')
        .select('id')
        .eq('is_returns_data', value as never)
      for (const { error } of [since, returned])
        expect(error, value).toMatchObject({ code: expect.stringMatching(/^22/) })
    }
  })

  it('says of what is no list of words that it is none, and goes on', async () => {
    for (const list of [{ a: 1 }, [{ toString: 1 }], { toString: 1 }, [[['a'], 'b']], 7]) {
      const wanted = { name: 'No list', product_categories1: list as never }
      const { error } = await admin.from('projects').insert(wanted)
      // PostgREST looks at the privilege first.
      expect(error?.code, JSON.stringify(list)).toMatch(/^22|^42501$/)
    }
    const { error } = await staff
      .from('payees')
      .insert({ fname: 'P', project_id: { toString: 1 } as never })
    expect(error?.code).toMatch(/^22/)
    expect((await staff.from('products').select('id')).error).toBeNull()
  })

  it('hands refusals over with their code, hint and field', async () => {
    const booking = (p_booking: object, p_idempotency_key: string = randomUUID()) =>
      staff.rpc('create_booking', {
        p_project: company.id,
        p_idempotency_key,
        p_booking: p_booking as never,
      })
    const customer = await sendCommand(staff, 'request_customer', company.id, 'refusals', {
      p_customer: { name: 'Refusals', agent_id },
    })
    const product = randomUUID()
    const line = { product_id: product, quantity: 1, agent_srp: '10.00' }
    rows(
      await staff
        .from('products')
        .insert({ id: product, project_id: company.id, description: 'P', material_code: 'P-1' })
        .select('id'),
    )
    const idempotencyKey = randomUUID()
    const made = await booking({ customer_id: customer.id, lines: [line] }, idempotencyKey)
    expect(made.error).toBeNull()

    const reused = await booking({ customer_id: customer.id, lines: [line, line] }, idempotencyKey)
    expect(reused.error).toMatchObject({ code: 'P0001', hint: 'idempotency_key_reused' })
    const broken = await booking({ customer_id: customer.id, lines: [{ ...line, quantity: 0 }] })
    expect(broken.error).toMatchObject({ code: '22023', details: 'lines[0].quantity' })
    const document = { p_project: company.id, p_idempotency_key: randomUUID(), p_version: 9 }
    const absent = await staff.rpc('validate_booking', { ...document, p_booking: randomUUID() })
    expect(absent.error).toMatchObject({ code: 'P0002' })
    const { id } = made.data as { id: string }
    const stale = await staff.rpc('validate_booking', { ...document, p_booking: id })
    expect(stale.error).toMatchObject({ code: 'P0001', hint: 'stale_version' })
    const twice = await staff
      .from('products')
      .insert({ project_id: company.id, description: 'P', material_code: 'P-1' })
    expect(twice.error).toMatchObject({ code: '23505' })
    const stranger = await (await as('warehouse')).rpc('validate_booking', {
      ...document,
      p_booking: id,
    })
    expect(stranger.error).toMatchObject({ code: '42501' })
    for (const { error } of [reused, broken, absent, stale, twice, stranger])
      expect(error?.message).not.toMatch(/relation|column|pg_|SUP/)
  })

  it('adds and saves rows of master data: once, under their policy, and never over the changes of another user', async () => {
    const payees = { table: 'payees', projectId: company.id } as const
    const id = randomUUID()
    const done = { ok: true, data: { id } }
    for (let n = 0; n < 2; n++)
      expect(await insertRecord(staff, payees, id, { fname: 'Landlord' })).toEqual(done)
    expect(rows(await staff.from('payees').select('fname').eq('id', id))).toHaveLength(1)

    const save = (db: Db, seen: { id: string; version: number }, projectId: string = company.id) =>
      updateRecord(db, { ...payees, projectId }, seen, { fname: 'Owner' }, 'Meanwhile.')
    expect(await save(staff, { id, version: 1 })).toEqual(done)
    expect(await save(staff, { id, version: 1 })).toMatchObject({
      error: { status: 409, code: 'stale_version', message: 'Meanwhile.' },
    })
    const missing = { status: 404 }
    await expect(save(staff, { id: randomUUID(), version: 2 })).rejects.toMatchObject(missing)
    await expect(save(staff, { id, version: 2 }, COMPANIES[0]!.id)).rejects.toMatchObject(missing)
    expect(
      await insertRecord(await as('warehouse'), payees, randomUUID(), { fname: 'X' }),
    ).toMatchObject({ ok: false, error: { status: 403 } })
    const taken = { status: 422, code: 'taken', message: 'Taken.' } as const
    const duplicate = await insertRecord(
      staff,
      { ...payees, explained: () => taken },
      randomUUID(),
      {
        fname: null,
      },
    )
    expect(duplicate).toEqual({ ok: false, error: taken })
  })

  it('joins several or-filters by and, whatever is typed into a search box', async () => {
    const names = [
      'Plain',
      'Comma, Inc.',
      '100% (cotton)',
      'Quote "Q" Co',
      "O'Brien",
      'Back\\slash',
    ]
    for (const name of names)
      await sendCommand(staff, 'request_customer', company.id, `search ${name}`, {
        p_customer: { name, agent_id, area: 'North' },
      })
    const found = async (typed: string) =>
      rows(
        await staff
          .from('customers')
          .select('name')
          .or(anyContains(['name', 'store_name'], typed)!)
          .or('area.eq.North,area.eq.Nowhere'),
      ).map((row) => row.name)
    for (const name of names) expect(await found(name.toLowerCase())).toEqual([name])
    expect(await found('%')).toEqual(['100% (cotton)'])
    expect(await found('Refusals')).toEqual([])
  })

  it('pages a list by name without losing a row, whatever the names hold', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `Pan ${i % 7}" (${i}), "a" \\ b`)
    rows(
      await staff
        .from('products')
        .insert(
          names.map((description, i) => ({
            project_id: company.id,
            description,
            material_code: `PAN-${i}`,
          })),
        )
        .select('id'),
    )
    const filters = readStockFilters('http://here/')
    const seen: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const url = `http://here/?${after ? new URLSearchParams({ after }) : ''}`
      const page = await listStock(
        staff,
        company.id,
        readKeyset(url, { ...BY_SORT_KEY, size: 7 }),
        { filters, sort: 'name' },
      )
      seen.push(...page.rows.map((row) => row.description))
      after = page.older
    }
    const all = rows(
      await staff.from('products').select('description').eq('project_id', company.id),
    )
    expect(seen).toHaveLength(all.length)
    expect(new Set(seen)).toEqual(new Set(all.map((row) => row.description)))
  })

  it('pages a table to its end and back, where many rows have the same key', async () => {
    const pageAt = async (params: Record<string, string>) => {
      const keyset = readKeyset(`http://here/?${new URLSearchParams(params)}`, {
        by: 'status',
        descending: true,
        size: 9,
      })
      const products = staff.from('products').select('id, status').eq('project_id', company.id)
      return readPage(keyset, products, { row: ({ id }) => id })
    }
    const there = [await pageAt({})]
    for (let page = there[0]!; page.older; there.push(page))
      page = await pageAt({ after: page.older })
    const back = [there.at(-1)!]
    for (let page = back[0]!; page.newer; back.unshift(page))
      page = await pageAt({ before: page.newer })
    expect(back).toEqual(there)
    const all = rows(await staff.from('products').select('id').eq('project_id', company.id))
    expect(all.length).toBeGreaterThan(50)
    expect(there.flatMap((page) => page.rows).sort()).toEqual(all.map(({ id }) => id).sort())
  })

  it('ends authority at once, with an hour left on the token', async () => {
    const clerk = await as('sales-admin')
    const sees = async () => rows(await clerk.from('products').select('id')).length
    expect(await sees()).toBeGreaterThan(0)
    const { data } = await clerk.auth.getUser()
    const p_user = data.user!.id
    const set = (p_status: string) =>
      sendCommand(admin, 'set_member_status', company.id, p_status, { p_user, p_status })
    await set('inactive')
    expect(await sees()).toBe(0)
    await set('active')
    // The session is not given back: who is taken back signs in again.
    expect(await sees()).toBe(0)
    expect(
      rows(await (await as('sales-admin')).from('products').select('id')).length,
    ).toBeGreaterThan(0)
  })

  it('keeps accounts to the secret key, and strangers out', async () => {
    const { backend } = testBackend
    const anyone = personClient(backend)
    // Supabase Auth says 403 of a token, the embedded API 401.
    for (const db of [anyone, staff])
      expect([401, 403]).toContain((await db.auth.admin.listUsers()).error?.status)
    expect((await accountClient(backend).auth.admin.listUsers()).error).toBeNull()
    expect((await anyone.from('products').select('id')).error).toMatchObject({ code: '42501' })
    const account = { email: 'new@stranger.test', password: 'Long-enough-2026' }
    expect((await anyone.auth.signUp(account)).error).not.toBeNull()
    // The secret key is for accounts: it reads and writes no row.
    for (const table of ['products', 'bookings', 'audit_log'] as const)
      expect((await accountClient(backend).from(table).select('*')).error).toMatchObject({
        code: '42501',
      })
  })

  // The library grants everything on all tables on its own, if it is let (TRUNCATE, which ignores policies).
  it('leaves the grants of the migrations as they are', async () => {
    const granted = await testBackend.inspect((sql) =>
      sql(`select grantee || ' ' || privilege_type || ' ' || table_name as name from information_schema.role_table_grants
        where table_schema in ('public', 'private') and (grantee in ('anon', 'PUBLIC', 'service_role')
          or (grantee = 'authenticated' and privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER', 'DELETE')))`),
    )
    expect(granted).toEqual([])
  })
})
