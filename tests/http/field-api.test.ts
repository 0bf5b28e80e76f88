import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it } from 'vitest'
import ws from 'ws'
import { rows } from '../../app/platform/db/command.server.ts'
import type { Database } from '../../app/platform/db/database.types.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openSecrets } from '../../server/data-folder.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let apikey: string

beforeAll(async () => {
  apikey = (await openSecrets(server.folder)).publishableKey
})

/** A client as an app on a phone makes it: supabase-js, the server's address, the publishable key. */
const client = (over: typeof fetch = fetch) =>
  createClient<Database>(`${server.origin}/supabase`, apikey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as never },
    global: { fetch: over },
  })

async function app(login: string, over?: typeof fetch) {
  const db = client(over)
  const email = `${login}@demo.test`
  const { data, error } = await db.auth.signInWithPassword({ email, password: DEMO_PASSWORD })
  if (error) throw error
  return { db, token: data.session.access_token }
}

type Db = Awaited<ReturnType<typeof app>>['db']

/** A product whose SRP is 115.00 a case of 12, and 108.00 in the list "Supermarkets". */
const DRINK = 'Unang Gising Chocolate Drink 24 g'

/** The prices that a customer, or the first one of the caller's own, is offered today for a product, or the first one. */
async function offer(db: Db, { customer = '%', product = '%' } = {}) {
  const [buyer] = rows(
    await db
      .from('customers')
      .select('id')
      .eq('approval_status', 'approved')
      .like('name', customer)
      .limit(1),
  )
  const [goods] = rows(
    await db
      .from('inventory')
      .select('product_id, products!inner(description)')
      .eq('project_id', DEMO_ID)
      .like('products.description', product)
      .limit(1),
  )
  const [price] = rows(
    await db
      .rpc('proposed_prices', {
        p_project: DEMO_ID,
        p_customer: buyer!.id,
        p_on: null as never,
        p_products: { products: [goods!.product_id] },
      })
      .select('product_id, agent_srp::text, agent_srp_pieces, list_name, floor, vat_on_top'),
  )
  return { customer_id: buyer!.id, price: price! }
}

/** A booking for a customer of the caller's own, at the price of the day. */
async function wish(db: Db, remarks: string) {
  const { customer_id, price } = await offer(db)
  const { product_id, agent_srp, agent_srp_pieces } = price
  return { customer_id, remarks, lines: [{ product_id, quantity: 1, agent_srp, agent_srp_pieces }] }
}

describe('a field app over HTTP', () => {
  it('is told the same of a wrong password and of an unknown account', async () => {
    for (const email of ['agent@demo.test', 'nobody@demo.test']) {
      const { error } = await client().auth.signInWithPassword({ email, password: 'wrong' })
      expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    }
  })

  it.each([
    ['agent', 'Agent'],
    ['collector', 'Collector'],
    ['manager', 'Manager'],
  ])('signs %s in, whom the web refuses, and renews the session', async (login, role) => {
    const { db } = await app(login)
    const { data } = await db.rpc('current_identity')
    expect(data).toMatchObject({ memberships: [{ project_id: DEMO_ID, role }] })
    const renewed = await db.auth.refreshSession()
    expect(renewed.error).toBeNull()
    expect((await db.rpc('current_identity')).error).toBeNull()
  })

  it('repeats a command whose answer was lost: one effect, the same answer', async () => {
    let lose = false
    const { db } = await app('agent', async (input, init) => {
      const response = await fetch(input, init)
      if (!lose) return response
      lose = false
      throw new TypeError('The network is gone.')
    })
    const p_booking = await wish(db, 'Lost once')
    const send = (p_idempotency_key: string) =>
      db.rpc('create_booking', {
        p_project: DEMO_ID,
        p_idempotency_key,
        p_booking: p_booking as never,
      })
    const idempotencyKey = randomUUID()
    lose = true
    const lost = await send(idempotencyKey)
    // An app recognizes a lost answer by an error without a code.
    expect([lost.error?.code, lost.data]).toEqual(['', null])
    const again = await send(idempotencyKey)
    expect(again.data).toMatchObject({ so_no: expect.stringMatching(/^SO-\d{6}$/) })
    expect((await send(idempotencyKey)).data).toEqual(again.data)
    const made = rows(await db.from('bookings').select('id').eq('remarks', 'Lost once'))
    expect(made).toEqual([{ id: (again.data as { id: string }).id }])
  })

  it('books a price for a case by the piece, rounded once', async () => {
    const { db } = await app('agent')
    const { customer_id, price } = await offer(db, { product: DRINK })
    const { product_id, ...offered } = price
    expect(offered).toEqual({
      agent_srp: '115.00',
      agent_srp_pieces: 12,
      list_name: null,
      floor: null,
      vat_on_top: 0,
    })
    const line = (quantity: number) => ({
      ...{ product_id, quantity },
      agent_srp: price.agent_srp,
      agent_srp_pieces: price.agent_srp_pieces,
    })
    const { data } = await db.rpc('create_booking', {
      p_project: DEMO_ID,
      p_idempotency_key: randomUUID(),
      // 7 x 115.00 / 12 = 67.0833…, 12 pieces are 115.00 and 31 are 297.0833…
      p_booking: { customer_id, lines: [line(7), line(12), line(31)] },
    })
    expect(data).toMatchObject({ total: '479.16' })
  })

  it('gets refusals with code, hint and field, and nothing about the inside', async () => {
    const { db } = await app('agent')
    const p_booking = await wish(db, 'Refused')
    const book = (args: object) =>
      db.rpc('create_booking', {
        p_project: DEMO_ID,
        p_idempotency_key: randomUUID(),
        p_booking: { ...p_booking, ...args } as never,
      })
    const empty = await book({ lines: [] })
    expect(empty.error).toMatchObject({ code: '22023', hint: 'invalid', details: 'lines' })
    const yesterday = await book({ date_added: '2026-01-05' })
    expect(yesterday.error).toMatchObject({ code: '42501', hint: 'not_allowed' })
    const absent = await db.rpc('update_booking', {
      p_project: DEMO_ID,
      p_idempotency_key: randomUUID(),
      p_booking: randomUUID(),
      p_version: 1,
      p_details: {},
    })
    expect(absent.error).toMatchObject({ code: 'P0002', message: 'No such document!' })
    for (const { error } of [empty, yesterday, absent])
      expect(JSON.stringify(error)).not.toMatch(/private\.|relation|column|\bpg_/)
  })

  it('needs no library: a key, a token, JSON', async () => {
    const { token } = await app('agent')
    const call = (authorization: string | null) =>
      fetch(`${server.origin}/supabase/rest/v1/rpc/request_customer`, {
        method: 'POST',
        headers: {
          apikey,
          'content-type': 'application/json',
          ...(authorization ? { authorization } : {}),
        },
        body: JSON.stringify({
          p_project: DEMO_ID,
          p_idempotency_key: randomUUID(),
          p_customer: { name: 'By hand' },
        }),
      })
    const answer = await call(`Bearer ${token}`)
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { approval_status: 'pending' },
    ])
    for (const [wrong, code] of [
      [null, '42501'],
      ['Bearer nonsense', '42501'],
      [`Bearer ${token.slice(0, -4)}AAAA`, 'PGRST301'],
    ] as const) {
      const refused = await call(wrong)
      expect([refused.status, await refused.json()]).toMatchObject([401, { code }])
    }
  })

  it('has nothing left in its hands once the session has ended', async () => {
    const { db, token } = await app('agent')
    const rest = (path: string, body?: object) =>
      fetch(`${server.origin}/supabase/rest/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          apikey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: body && JSON.stringify(body),
      })
    expect(await (await rest('customers?select=id&limit=1')).json()).toHaveLength(1)
    await db.auth.signOut({ scope: 'local' })
    expect(await (await rest('customers?select=id&limit=1')).json()).toEqual([])
    const p_customer = { name: 'Too late' }
    const refused = await rest('rpc/request_customer', {
      p_project: DEMO_ID,
      p_idempotency_key: randomUUID(),
      p_customer,
    })
    expect(await refused.json()).toMatchObject({ code: '42501', hint: 'not_allowed' })
  })
})

describe('the documented example', () => {
  const run = async (login: string, sale: { CUSTOMER?: string; PRODUCT?: string } = {}) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['docs/examples/field-app.mjs'],
      {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          KALAKAL: server.origin,
          PUBLISHABLE_KEY: apikey,
          EMAIL: `${login}@demo.test`,
          PASSWORD: DEMO_PASSWORD,
          ...sale,
        },
      },
    )
    return stdout
  }
  const RECEIPT =
    /CR-\d+: 1\.00 in 2 parts of \d+\.\d\d on SO-\d{6}, waits for finance\n23505 duplicate at cr_no: This CR number is already used\.\n$/

  it('sells and collects as an Agent', async () => {
    const said = await run('agent')
    expect(said).toMatch(/^Jun Mercado, Agent of Bayanihan Distribution\n/)
    expect(said).toMatch(
      /New Store \d+ is pending\n\d+\.\d\d for \d+ pieces, .+\nSO-\d{6} for .+: \d+\.\d\d\n/,
    )
    expect(said).toMatch(/\d+ bookings, newest SO-\d{6} pending\n/)
    expect(said).toMatch(RECEIPT)
  })

  it.each([
    ['the SRP', 'agent', {}, /^115\.00 for 12 pieces, SRP\nSO-\d{6} for .+: 115\.00$/m],
    [
      'the price of a list',
      'agent-3',
      { CUSTOMER: 'Nestor Aquino' },
      /^108\.00 for 12 pieces, Supermarkets\nSO-\d{6} for Nestor Aquino: 108\.00$/m,
    ],
  ])('sells a case at %s, which is for a case', async (_, login, sale, line) => {
    expect(await run(login, { PRODUCT: DRINK, ...sale })).toMatch(line)
  })

  it('collects as a Collector', async () => {
    const said = await run('collector')
    expect(said).toMatch(/^Dante Ocampo, Collector of Bayanihan Distribution\n/)
    expect(said).not.toContain('New Store')
    expect(said).toMatch(RECEIPT)
  })
})
